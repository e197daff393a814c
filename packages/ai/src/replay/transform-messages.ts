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
import type { Model } from "../model.ts";
import { emptyUsage } from "../usage.ts";
import { demoteThinking, thinkingStyleOf } from "./thinking-style.ts";

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
	readonly results: Map<string, ToolResultMessage>;
}

/**
 * Transforms the history for the target model: every call has exactly one result, right after its turn and in call
 * order; foreign thinking is text; ids are valid; images only for models with vision.
 */
export function transformMessages(messages: readonly Message[], model: Model, rules: ReplayRules): Message[] {
	const output: Message[] = [];
	const usedIds = new Set<string>();
	for (const item of pairResults(messages)) {
		if ("message" in item) output.push(...replayTurn(item, model, rules, usedIds));
		else if (item.role === "toolResult") {
			if (rules.orphanResults === "note" && rules.orphanNote) output.push(noteOf(rules.orphanNote(item), model, item));
		} else if (!isBlank(item)) output.push(replayInput(item, model));
	}
	const first = output[0];
	if (rules.opensWithUser && first?.role === "assistant") {
		output.unshift({ role: "user", content: missingBeginning, timestamp: first.timestamp });
	}
	return output;
}

/** Assigns each result to the latest turn with its call; the rest are orphans. */
function pairResults(messages: readonly Message[]): Array<Turn | UserMessage | DeveloperMessage | ToolResultMessage> {
	const items: Array<Turn | UserMessage | DeveloperMessage | ToolResultMessage> = [];
	const openCalls = new Map<string, Turn>();
	const answered = new Set<string>();
	for (const message of messages) {
		if (message.role === "assistant") {
			const turn: Turn = { message, results: new Map() };
			for (const block of message.content) {
				if (block.type !== "toolCall") continue;
				openCalls.set(block.id, turn);
				answered.delete(block.id);
			}
			items.push(turn);
		} else if (message.role === "toolResult") {
			const turn = openCalls.get(message.toolCallId);
			if (turn && !answered.has(message.toolCallId)) {
				turn.results.set(message.toolCallId, message);
				answered.add(message.toolCallId);
			} else if (!turn) items.push(message);
		} else items.push(message);
	}
	return items;
}

function replayTurn(turn: Turn, model: Model, rules: ReplayRules, usedIds: Set<string>): Message[] {
	const { message } = turn;
	const failed = message.stopReason === "error" || message.stopReason === "aborted";
	const sameModel = message.provider === model.provider && message.api === model.api && message.model === model.id;
	// Signatures do not cover a turn that lost a call.
	const rewritten = failed && message.content.some((block) => isUnanswered(block, turn));
	const content: AssistantContent[] = [];
	const results: ToolResultMessage[] = [];
	const seenIds = new Set<string>();
	for (const block of message.content) {
		if (block.type === "toolCall") {
			if (seenIds.has(block.id) || (failed && isUnanswered(block, turn))) continue;
			seenIds.add(block.id);
			const id = uniqueId(rules.toolCallId(block.id), usedIds, rules);
			content.push(replayCall(block, id, sameModel));
			results.push(replayResult(turn.results.get(block.id), block, id, message, model));
		} else {
			const replayed = replayBlock(block, model, rules, { native: sameModel && !rewritten });
			if (replayed) content.push(replayed);
		}
	}
	const visible = withoutLastThoughts(content);
	if (visible.length === 0) return [];
	return [{ ...message, content: visible }, ...results];
}

/** APIs reject thinking that is not followed by content. */
function withoutLastThoughts(content: readonly AssistantContent[]): AssistantContent[] {
	const last = content.findLastIndex((block) => block.type === "text" || block.type === "toolCall");
	return content.filter((block, index) => index <= last || block.type === "image");
}

function isUnanswered(block: AssistantContent, turn: Turn): boolean {
	return block.type === "toolCall" && !turn.results.has(block.id);
}

/** Some models reuse ids in later turns; the target must not see duplicates. */
function uniqueId(id: string, usedIds: Set<string>, rules: ReplayRules): string {
	let unique = id;
	for (let count = 2; usedIds.has(unique); count++) unique = rules.toolCallId(`${id}-${count}`);
	usedIds.add(unique);
	return unique;
}

function replayCall(call: ToolCall, id: string, sameModel: boolean): ToolCall {
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
		return { ...result, toolCallId: id, toolName: call.name, content: visibleTo(model, result.content) };
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
	options: { native: boolean },
): AssistantContent | undefined {
	switch (block.type) {
		case "text":
			if (!block.text.trim()) return undefined;
			return options.native && block.textSignature ? block : { type: "text", text: block.text };
		case "thinking":
			if (options.native && (block.thinkingSignature || (rules.unsignedThinking && block.thinking.trim())))
				return block;
			if (!block.thinking.trim()) return undefined;
			return { type: "text", text: demoteThinking(block.thinking, thinkingStyleOf(model.id)) };
		case "redactedThinking":
			return options.native ? block : undefined;
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
	return { ...message, content: visibleTo(model, message.content) };
}

function visibleTo(
	model: Model,
	content: ReadonlyArray<TextContent | ImageContent>,
): Array<TextContent | ImageContent> {
	if (model.input.includes("image")) return [...content];
	return content.map((block) => (block.type === "image" ? { type: "text", text: omittedImage } : block));
}

function noteOf(text: string, model: Model, result: ToolResultMessage): AssistantMessage {
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
