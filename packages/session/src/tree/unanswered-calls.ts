import type { AssistantMessage, ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "../entry/message.ts";
import { type CallStart, interruptedResult } from "./interrupted-calls.ts";

/**
 * Makes an interrupted history valid for providers. A call that had started gets a result that says so. Calls that never
 * started, results without call, and empty failed replies are dropped.
 */
export function settleCalls(
	messages: readonly SessionMessage[],
	starts: () => readonly CallStart[],
	options: { keepDanglingToolCalls?: boolean } = {},
): SessionMessage[] {
	const match = matchCalls(messages);
	const added = options.keepDanglingToolCalls ? undefined : interruptedResults(match, starts);
	return messages.flatMap((message): SessionMessage[] => {
		if (message.role === "toolResult") {
			return match.orphans.has(message) ? [] : [message, ...(added?.after.get(message) ?? [])];
		}
		if (message.role !== "assistant") return [message];
		const kept = options.keepDanglingToolCalls ? message : keepAnswered(message, match, added);
		return kept && !isEmptyFailure(kept) ? [kept, ...(added?.after.get(message) ?? [])] : [];
	});
}

/** For display: adds the results of interrupted calls and drops nothing. */
export function withInterruptedResults(
	messages: readonly SessionMessage[],
	starts: () => readonly CallStart[],
): SessionMessage[] {
	const { after } = interruptedResults(matchCalls(messages), starts);
	return after.size === 0 ? [...messages] : messages.flatMap((message) => [message, ...(after.get(message) ?? [])]);
}

interface MatchedCalls {
	/** Every use of an id, oldest first. */
	readonly uses: ReadonlyMap<string, readonly CallUse[]>;
	readonly orphans: ReadonlySet<SessionMessage>;
}

interface CallUse {
	readonly caller: AssistantMessage;
	readonly call: ToolCall;
	result?: ToolResultMessage;
}

/** Ids may repeat between turns, so a result belongs to the latest unanswered call. */
function matchCalls(messages: readonly SessionMessage[]): MatchedCalls {
	const uses = new Map<string, CallUse[]>();
	const orphans = new Set<SessionMessage>();
	for (const message of messages) {
		if (message.role === "assistant") {
			for (const block of message.content) {
				if (block.type !== "toolCall") continue;
				const use = { caller: message, call: block };
				const known = uses.get(block.id);
				if (known) known.push(use);
				else uses.set(block.id, [use]);
			}
		} else if (message.role === "toolResult") {
			const use = uses.get(message.toolCallId)?.at(-1);
			if (use && !use.result) use.result = message;
			else orphans.add(message);
		}
	}
	return { uses, orphans };
}

interface AddedResults {
	/** By the message that they follow. */
	readonly after: ReadonlyMap<SessionMessage, readonly ToolResultMessage[]>;
	readonly answers: ReadonlySet<ToolCall>;
}

function interruptedResults({ uses }: MatchedCalls, starts: () => readonly CallStart[]): AddedResults {
	const after = new Map<SessionMessage, ToolResultMessage[]>();
	const answers = new Set<ToolCall>();
	const open = [...uses.values()].flatMap((all) =>
		all.flatMap((use, index) => (use.result ? [] : { use, all, index })),
	);
	if (open.length === 0) return { after, answers };
	const known = starts();
	for (const { use, all, index } of open) {
		const start = known.find((candidate) => belongsTo(candidate, all, index));
		if (!start) continue;
		answers.add(use.call);
		const place = lastResult(use.caller, uses) ?? use.caller;
		after.set(place, [...(after.get(place) ?? []), interruptedResult(use.call, start)]);
	}
	return { after, answers };
}

/** Where an id was used again, time tells which use has started. */
function belongsTo({ toolCallId, startedAtMs }: CallStart, uses: readonly CallUse[], index: number): boolean {
	const use = uses[index];
	if (toolCallId !== use?.call.id) return false;
	const next = uses[index + 1];
	return (index === 0 || startedAtMs >= use.caller.timestamp) && (!next || startedAtMs < next.caller.timestamp);
}

function lastResult(caller: AssistantMessage, uses: MatchedCalls["uses"]): ToolResultMessage | undefined {
	const results = caller.content.flatMap((block) =>
		block.type === "toolCall" ? (uses.get(block.id)?.find((use) => use.call === block)?.result ?? []) : [],
	);
	return results.at(-1);
}

function keepAnswered(
	message: AssistantMessage,
	{ uses }: MatchedCalls,
	added: AddedResults | undefined,
): AssistantMessage | undefined {
	const isAnswered = (call: ToolCall) =>
		added?.answers.has(call) || uses.get(call.id)?.some((use) => use.call === call && use.result !== undefined);
	const content = message.content.filter((block) => block.type !== "toolCall" || isAnswered(block));
	if (content.length === message.content.length) return message;
	return content.length === 0 ? undefined : { ...message, content };
}

function isEmptyFailure(message: AssistantMessage): boolean {
	return message.content.length === 0 && (message.stopReason === "aborted" || message.stopReason === "error");
}
