import type {
	AssistantContent,
	AssistantMessage,
	DeveloperMessage,
	ImageContent,
	Message,
	TextContent,
	ToolCall,
	ToolResultMessage,
	UserMessage,
} from "../message.ts";
import type { Model } from "../model/model.ts";
import { emptyUsage } from "../reply/usage.ts";
import { demoteThinking, detectThinkingStyle } from "./thinking-style.ts";

/** What the target of a replay accepts. */
export interface ReplayRules {
	/** Unsigned thinking may be sent back to the model that produced it. */
	readonly unsignedThinking: boolean;
	/** Maps an id for the target; deterministic, and applied to call and result alike. */
	readonly toolCallId: (id: string) => string;
	/** How to treat a result without its call. */
	readonly orphanResults: "drop" | "note";
	/** The text of a kept result without its call. */
	readonly orphanNote?: (result: ToolResultMessage) => string;
	/** The target rejects a history that starts with the assistant. */
	readonly opensWithUser?: boolean;
}

const omittedImage = "[image omitted: the active model does not support image input]";
const missingResult = "No result provided";
const missingBeginning = "(The beginning of the conversation is not shown.)";

interface Turn {
	readonly message: AssistantMessage;
	/** At most one for each call. */
	readonly results: ToolResultMessage[];
}

/**
 * Transforms the history for the target model: every call has exactly one result, right after its turn and in call
 * order; foreign thinking is text; ids are valid; images only for models with vision. What needs no change is returned as it is:
 * copies of a long history at every request would be most of the memory a session uses.
 */
export function transformMessages(messages: readonly Message[], model: Model, rules: ReplayRules): readonly Message[] {
	if (isAcceptable(messages, model, rules)) return messages;
	const output: Message[] = [];
	const usedIds = new Set<string>();
	for (const item of pairResults(messages)) {
		if ("message" in item) replayTurn(item, output, model, rules, usedIds);
		else if (item.role === "toolResult") {
			if (rules.orphanResults === "note" && rules.orphanNote)
				output.push(buildNote(rules.orphanNote(item), model, item));
		} else if (!isBlank(item)) output.push(replayInput(item, model));
	}
	const first = output[0];
	if (rules.opensWithUser && first?.role === "assistant") {
		output.unshift({ role: "user", content: missingBeginning, timestamp: first.timestamp });
	}
	return output;
}

/** Most histories need no change; this finds out without allocating for each message. */
function isAcceptable(messages: readonly Message[], model: Model, rules: ReplayRules): boolean {
	const usedIds = new Set<string>();
	for (let index = 0; index < messages.length; index++) {
		const message = messages[index];
		if (!message || message.role === "toolResult") return false;
		if (message.role !== "assistant") {
			if (isBlank(message) || replayInput(message, model) !== message) return false;
			continue;
		}
		if (index === 0 && rules.opensWithUser) return false;
		if (message.stopReason === "error" || message.stopReason === "aborted" || !isFrom(model, message)) return false;
		const last = message.content.at(-1);
		if (!last || !isTextOrCall(last)) return false;
		for (const block of message.content) {
			if (block.type !== "toolCall") {
				if (replayBlock(block, model, rules, true) !== block) return false;
				continue;
			}
			if (usedIds.has(block.id) || rules.toolCallId(block.id) !== block.id) return false;
			usedIds.add(block.id);
			const result = messages[++index];
			if (result?.role !== "toolResult" || result.toolCallId !== block.id) return false;
			if (replayResult(result, block, block.id, message, model) !== result) return false;
		}
	}
	return true;
}

function isFrom(model: Model, message: AssistantMessage): boolean {
	return message.provider === model.provider && message.api === model.api && message.model === model.id;
}

/** Assigns each result to the latest turn with its call; the rest are orphans. */
function pairResults(messages: readonly Message[]): Array<Turn | UserMessage | DeveloperMessage | ToolResultMessage> {
	const items: Array<Turn | UserMessage | DeveloperMessage | ToolResultMessage> = [];
	const openCalls = new Map<string, Turn>();
	for (const message of messages) {
		if (message.role === "assistant") {
			const turn: Turn = { message, results: [] };
			for (const block of message.content) if (block.type === "toolCall") openCalls.set(block.id, turn);
			items.push(turn);
		} else if (message.role === "toolResult") {
			const turn = openCalls.get(message.toolCallId);
			if (!turn) items.push(message);
			else if (!findResult(turn, message.toolCallId)) turn.results.push(message);
		} else items.push(message);
	}
	return items;
}

function findResult(turn: Turn, toolCallId: string): ToolResultMessage | undefined {
	for (const result of turn.results) if (result.toolCallId === toolCallId) return result;
	return undefined;
}

function replayTurn(turn: Turn, output: Message[], model: Model, rules: ReplayRules, usedIds: Set<string>): void {
	const { message } = turn;
	const failed = message.stopReason === "error" || message.stopReason === "aborted";
	const sameModel = isFrom(model, message);
	// Signatures do not cover a turn that lost a call.
	const rewritten = failed && message.content.some((block) => isUnanswered(block, turn));
	const content: AssistantContent[] = [];
	const results: ToolResultMessage[] = [];
	for (const block of message.content) {
		if (block.type === "toolCall") {
			if (isRepeated(block, message.content) || (failed && isUnanswered(block, turn))) continue;
			const id = uniqueId(rules.toolCallId(block.id), usedIds, rules);
			content.push(replayCall(block, id, sameModel));
			results.push(replayResult(findResult(turn, block.id), block, id, message, model));
		} else {
			const replayed = replayBlock(block, model, rules, sameModel && !rewritten);
			if (replayed) content.push(replayed);
		}
	}
	const visible = withoutLastThoughts(content);
	if (visible.length === 0) return;
	output.push(isSame(visible, message.content) ? message : { ...message, content: visible });
	for (const result of results) output.push(result);
}

/** A call with the id of one before it in the same turn. */
function isRepeated(call: ToolCall, content: readonly AssistantContent[]): boolean {
	for (const block of content) if (block.type === "toolCall" && block.id === call.id) return block !== call;
	return false;
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
	return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** APIs reject thinking that is not followed by content. */
function withoutLastThoughts(content: AssistantContent[]): AssistantContent[] {
	const last = content.findLastIndex(isTextOrCall);
	if (last === content.length - 1) return content;
	return content.filter((block, index) => index <= last || block.type === "image");
}

function isTextOrCall({ type }: AssistantContent): boolean {
	return type === "text" || type === "toolCall";
}

function isUnanswered(block: AssistantContent, turn: Turn): boolean {
	return block.type === "toolCall" && !findResult(turn, block.id);
}

/** Some models reuse ids in later turns; the target must not see duplicates. */
function uniqueId(id: string, usedIds: Set<string>, rules: ReplayRules): string {
	let unique = id;
	for (let count = 2; usedIds.has(unique); count++) unique = rules.toolCallId(`${id}-${count}`);
	usedIds.add(unique);
	return unique;
}

function replayCall(call: ToolCall, id: string, sameModel: boolean): ToolCall {
	if (call.id === id && (sameModel || !call.thoughtSignature)) return call;
	const replayed: ToolCall = { type: "toolCall", id, name: call.name, arguments: call.arguments };
	if (sameModel && call.thoughtSignature) replayed.thoughtSignature = call.thoughtSignature;
	if (call.customWireName) replayed.customWireName = call.customWireName;
	return replayed;
}

function replayResult(
	result: ToolResultMessage | undefined,
	call: ToolCall,
	id: string,
	turn: AssistantMessage,
	model: Model,
): ToolResultMessage {
	// Some targets match a result to its call by name, so use the call's name.
	if (result) {
		const content = visibleTo(model, result.content);
		const isSame = result.toolCallId === id && result.toolName === call.name && content === result.content;
		return isSame ? result : { ...result, toolCallId: id, toolName: call.name, content };
	}
	return {
		role: "toolResult",
		toolCallId: id,
		toolName: call.name,
		content: [{ type: "text", text: missingResult }],
		isError: true,
		timestamp: turn.timestamp,
	};
}

function replayBlock(
	block: Exclude<AssistantContent, ToolCall>,
	model: Model,
	rules: ReplayRules,
	isNative: boolean,
): AssistantContent | undefined {
	switch (block.type) {
		case "text":
			if (!block.text.trim()) return undefined;
			return isNative || !block.textSignature ? block : { type: "text", text: block.text };
		case "thinking":
			if (isNative && (block.thinkingSignature || (rules.unsignedThinking && block.thinking.trim()))) return block;
			if (!block.thinking.trim()) return undefined;
			return { type: "text", text: demoteThinking(block.thinking, detectThinkingStyle(model.id)) };
		case "redactedThinking":
			return isNative ? block : undefined;
		case "image":
			return model.input.includes("image") ? block : { type: "text", text: omittedImage };
	}
}

function isBlank({ content }: UserMessage | DeveloperMessage): boolean {
	if (typeof content === "string") return content.trim() === "";
	return content.every((block) => block.type === "text" && block.text.trim() === "");
}

function replayInput<T extends UserMessage | DeveloperMessage>(message: T, model: Model): T {
	if (typeof message.content === "string") return message;
	const content = visibleTo(model, message.content);
	return content === message.content ? message : { ...message, content };
}

function visibleTo(model: Model, content: Array<TextContent | ImageContent>): Array<TextContent | ImageContent> {
	if (model.input.includes("image") || content.every(isText)) return content;
	return content.map((block) => (block.type === "image" ? { type: "text", text: omittedImage } : block));
}

function isText({ type }: TextContent | ImageContent): boolean {
	return type === "text";
}

function buildNote(text: string, model: Model, result: ToolResultMessage): AssistantMessage {
	return {
		role: "assistant",
		content: [{ type: "text", text }],
		api: model.api,
		provider: model.provider,
		model: model.id,
		usage: emptyUsage(),
		stopReason: "stop",
		timestamp: result.timestamp,
	};
}
