import { type ToolResultMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { executeAsk } from "@oh-my-pi/pi-tools/ask/execute";
import { type AskQuestion, askName, isAsk, type QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import type { Conversation } from "../kernel/conversation.ts";

/** Questions of the `ask` tool that were answered at an entry. */
export interface AnsweredAt {
	readonly parentId: string;
	readonly toolCallId: string;
	readonly questions: readonly AskQuestion[];
}

/** `undefined` for an entry that is not an `ask` result. */
export function findAnswered(log: SessionLog, entryId: string): AnsweredAt | undefined {
	const entry = log.findEntry(entryId);
	if (entry?.type !== "message" || entry.message.role !== "toolResult" || !isAsk(entry.message.toolName))
		return undefined;
	const { toolCallId } = entry.message;
	for (const step of log.path(entryId).toReversed()) {
		const asked = step.role === "assistant" ? step.entry() : undefined;
		if (asked?.type !== "message" || asked.message.role !== "assistant") continue;
		const call = toolCallsOf(asked.message).find(({ id }) => id === toolCallId);
		const questions = call?.arguments.questions;
		if (!Array.isArray(questions) || entry.parentId === null) return undefined;
		return { parentId: entry.parentId, toolCallId, questions: questions as readonly AskQuestion[] };
	}
	return undefined;
}

/**
 * Asks again and branches with the new answer, to which the model then replies. False, with nothing changed, when the user
 * or a hook canceled.
 */
export async function answerAgain(
	conversation: Conversation,
	entryId: string,
	ports: { readonly ask: QuestionPort; readonly now: () => number },
): Promise<boolean> {
	const answered = findAnswered(conversation.log, entryId);
	if (!answered) throw new Error("There is no question to answer there");
	const answer = await newAnswer(answered, ports);
	if (!answer) return false;
	const oldLeafId = conversation.log.leafId;
	let newLeafId = entryId;
	return conversation.changeSession({
		before: {
			type: "session_before_tree",
			targetId: entryId,
			oldLeafId,
			commonAncestorId: answered.parentId,
			entriesToSummarize: [],
			userWantsSummary: false,
		},
		async open(current) {
			current.branch(answered.parentId);
			newLeafId = current.appendMessage(answer);
			return { log: current };
		},
		after: () => ({ type: "session_tree", newLeafId, oldLeafId }),
	});
}

async function newAnswer(
	{ questions, toolCallId }: AnsweredAt,
	{ ask, now }: { ask: QuestionPort; now: () => number },
): Promise<ToolResultMessage | undefined> {
	let isDismissed = false;
	const stopRun = () => {
		isDismissed = true;
	};
	const deps = { port: () => ask, timeoutSeconds: () => 0, stopRun };
	const { signal } = new AbortController();
	const output = await executeAsk(questions, signal, deps).catch((error: unknown) => {
		if (isDismissed) return undefined;
		throw error;
	});
	if (!output) return undefined;
	const { content, details } = output;
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : [...content];
	return {
		role: "toolResult",
		toolCallId,
		toolName: askName,
		content: blocks,
		details,
		isError: false,
		timestamp: now(),
	};
}
