import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { RpcMessagesPage } from "../../../rpc-protocol/results.ts";
import { RpcError } from "./rpc-command.ts";

/** A part of the history, oldest first. A cursor is good for as long as what came before it stays what it was. */
export function messagesPage(
	conversation: Pick<Conversation, "isStreaming" | "log" | "messages">,
	request: { readonly cursor?: string | undefined; readonly limit: number },
): RpcMessagesPage {
	if (conversation.isStreaming) throw new RpcError("session_busy", "The history is changing: a run is in progress");
	const { messages, log } = conversation;
	const start = request.cursor === undefined ? 0 : findStart(request.cursor, messages, log.id);
	const end = Math.min(messages.length, start + request.limit);
	return {
		messages: messages.slice(start, end),
		totalMessages: messages.length,
		...(end < messages.length && { nextCursor: cursorAt(end, messages, log.id) }),
	};
}

// The message before the cursor stands for all of them: whatever replaces the history replaces that too.
function cursorAt(index: number, messages: readonly AgentMessage[], sessionId: string): string {
	const before = messages[index - 1];
	const mark = before ? `${before.role}${before.timestamp}` : "";
	return Buffer.from(JSON.stringify([sessionId, index, mark])).toString("base64url");
}

function findStart(cursor: string, messages: readonly AgentMessage[], sessionId: string): number {
	const index = indexIn(cursor);
	if (index === undefined || index > messages.length || cursorAt(index, messages, sessionId) !== cursor) {
		throw new RpcError("stale_cursor", "The history has changed since this cursor; start again without one");
	}
	return index;
}

function indexIn(cursor: string): number | undefined {
	try {
		const [, index] = JSON.parse(Buffer.from(cursor, "base64url").toString());
		return typeof index === "number" && Number.isInteger(index) && index >= 0 ? index : undefined;
	} catch {
		// Not one of ours.
		return undefined;
	}
}
