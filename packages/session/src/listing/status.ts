import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ByteLines } from "./byte-lines.ts";
import { partialReplyEnd } from "./partial-line.ts";

/** The start of a message's line. */
export const MESSAGE_START = Buffer.from('{"type":"message",');

/** How a session was left. */
export type SessionStatus = "complete" | "interrupted" | "aborted" | "error" | "pending" | "unknown";

/** Derived from the last message in the tail of a file; its first line may be incomplete. */
export function detectStatus(lines: ByteLines): SessionStatus {
	for (let index = lines.count - 1; index >= 0; index--) {
		const message = lines.startsWith(index, MESSAGE_START) ? parseMessage(lines.text(index)) : undefined;
		const status = message ? statusOfMessage(message.role, message.stopReason) : undefined;
		if (status) return status;
	}
	const first = lines.text(0);
	return first.startsWith("{") ? "unknown" : statusOfCutLine(first);
}

/** The text of a message, without thinking and tool calls. */
export function messageText(entry: unknown): string {
	const message = isRecord(entry) ? entry.message : undefined;
	if (!isRecord(message) || (message.role !== "user" && message.role !== "assistant")) return "";
	if (typeof message.content === "string") return message.content;
	if (!Array.isArray(message.content)) return "";
	return message.content
		.map((block) => (isRecord(block) && block.type === "text" && typeof block.text === "string" ? block.text : ""))
		.filter(Boolean)
		.join(" ");
}

function parseMessage(line: string): Record<string, unknown> | undefined {
	try {
		const entry: unknown = JSON.parse(line);
		return isRecord(entry) && isRecord(entry.message) ? entry.message : undefined;
	} catch {
		// A torn last line; use the one before.
		return undefined;
	}
}

/** Messages of other roles, such as user commands, do not affect the status. */
function statusOfMessage(role: unknown, stopReason: unknown): SessionStatus | undefined {
	if (role === "user") return "pending";
	if (role === "toolResult") return "interrupted";
	if (role !== "assistant") return undefined;
	switch (stopReason) {
		case "stop":
		case "length":
			return "complete";
		case "toolUse":
			return "interrupted";
		case "aborted":
		case "error":
			return stopReason;
		default:
			return "unknown";
	}
}

function statusOfCutLine(line: string): SessionStatus {
	const end = partialReplyEnd(line);
	return (end && statusOfMessage(end.role, end.stopReason)) ?? "unknown";
}
