import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantContent, joinText, type Message } from "@oh-my-pi/pi-ai/message";
import { answeredCalls } from "./answered-calls.ts";
import { convertToLlm } from "./convert-to-llm.ts";

/** A part of the conversation as text for the summarizer. */
export interface Passage {
	readonly kind: "said" | "tool-output";
	readonly text: string;
}

const maxThinking = 600;
const maxArguments = 2000;
const maxResult = 4000;

/** The conversation as text. Useless results are left out with their calls. */
export function serialize(messages: readonly AgentMessage[]): Passage[] {
	const useless = uselessPairs(messages);
	return convertToLlm(messages).flatMap((message) => listPassages(message, useless));
}

/** Elides the middle of a text that is too long. */
export function cutMiddle(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const half = Math.floor(maxLength / 2);
	return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}

/** A set of objects instead of ids, because call ids may repeat. */
function uselessPairs(messages: readonly AgentMessage[]): ReadonlySet<object> {
	const useless = answeredCalls(messages).filter(({ result }) => result.useless && !result.isError);
	return new Set<object>(useless.flatMap(({ call, result }) => [call, result]));
}

function listPassages(message: Message, useless: ReadonlySet<object>): Passage[] {
	switch (message.role) {
		case "user":
			return spokenPassages(`Human: ${textWithImages(message.content)}`);
		case "developer":
			return spokenPassages(`System note: ${textWithImages(message.content)}`);
		case "assistant":
			return message.content.flatMap((block) => spokenPassages(assistantText(block, useless)));
		case "toolResult": {
			if (useless.has(message)) return [];
			const outcome = message.isError ? "failed" : "result";
			const text = cutMiddle(textWithImages(message.content), maxResult);
			return [{ kind: "tool-output", text: `Tool ${outcome} (${message.toolName}): ${text}` }];
		}
	}
}

function spokenPassages(text: string | undefined): Passage[] {
	return text ? [{ kind: "said", text }] : [];
}

function assistantText(block: AssistantContent, useless: ReadonlySet<object>): string | undefined {
	switch (block.type) {
		case "text":
			return block.text.trim() && `Assistant: ${block.text}`;
		case "thinking":
			return block.thinking.trim() && `Assistant, thinking: ${cutMiddle(block.thinking, maxThinking)}`;
		case "toolCall":
			if (useless.has(block)) return undefined;
			return `Assistant called ${block.name}(${cutMiddle(JSON.stringify(block.arguments), maxArguments)})`;
		case "image":
			return "Assistant: [image]";
		case "redactedThinking":
			return undefined;
	}
}

function textWithImages(content: Extract<Message, { role: "user" }>["content"]): string {
	if (typeof content === "string") return content;
	const images = content.filter(({ type }) => type === "image").length;
	return joinText(content) + (images > 0 ? ` [${images} image${images === 1 ? "" : "s"}]` : "");
}
