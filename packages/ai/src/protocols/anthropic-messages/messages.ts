import type { AssistantContent, ImageContent, Message, TextContent, ToolResultMessage } from "../../message.ts";
import { remember } from "../../remember.ts";

/** Shared between requests, since most of a history is the same in the next one. */
export type WireBlock = TextContent | { readonly type: string; readonly [field: string]: unknown };
export interface WireMessage {
	readonly role: "user" | "assistant";
	readonly content: readonly WireBlock[];
}

/**
 * Messages in the order and grouping that the API requires: roles alternate, results start the user turn after their
 * calls.
 */
export function encodeMessages(messages: readonly Message[]): WireMessage[] {
	const encoded: WireMessage[] = [];
	const append = (role: WireMessage["role"], blocks: readonly WireBlock[]) => {
		if (blocks.length === 0) return;
		const last = encoded.at(-1);
		if (last?.role === role) encoded[encoded.length - 1] = { role, content: [...last.content, ...blocks] };
		else encoded.push({ role, content: blocks });
	};
	for (let index = 0; index < messages.length; index++) {
		const message = messages[index];
		if (!message) continue;
		if (message.role === "assistant") append("assistant", encodeAssistant(message.content));
		else if (message.role === "toolResult") {
			const run: ToolResultMessage[] = [];
			for (let next = messages[index]; next?.role === "toolResult"; next = messages[++index]) run.push(next);
			index--;
			append("user", encodeResults(run));
		} else append("user", encodeInput(message.content));
	}
	return encoded;
}

const encodeAssistant = remember((content: readonly AssistantContent[]): readonly WireBlock[] => {
	const blocks: WireBlock[] = [];
	const calls: WireBlock[] = [];
	for (const block of content) {
		switch (block.type) {
			case "text":
				if (block.text.trim()) blocks.push(encodeText(block));
				break;
			case "thinking":
				blocks.push({ type: "thinking", thinking: block.thinking, signature: block.thinkingSignature ?? "" });
				break;
			case "redactedThinking":
				blocks.push({ type: "redacted_thinking", data: block.data });
				break;
			case "toolCall":
				calls.push({ type: "tool_use", id: block.id, name: block.name, input: block.arguments });
				break;
			case "image":
				// The API does not accept images from the assistant.
				break;
		}
	}
	return [...blocks, ...calls];
});

function encodeResults(results: readonly ToolResultMessage[]): readonly WireBlock[] {
	const [only] = results;
	if (results.length === 1 && only && !only.isError) return encodeResult(only);
	// An error result may only have text; its images follow the results.
	const hoisted = results.flatMap((result) => {
		return result.isError ? encodeInput(result.content).filter(({ type }) => type !== "text") : [];
	});
	return [...results.flatMap(encodeResult), ...hoisted];
}

const encodeResult = remember((result: ToolResultMessage): readonly WireBlock[] => {
	const content = encodeInput(result.content);
	const inside = result.isError ? content.filter((block) => block.type === "text") : content;
	const nothing = { type: "text", text: result.isError ? "(error without a message)" : "(no output)" };
	return [
		{
			type: "tool_result",
			tool_use_id: result.toolCallId,
			content: inside.length > 0 ? inside : [nothing],
			is_error: result.isError,
		},
	];
});

function encodeInput(content: string | ReadonlyArray<TextContent | ImageContent>): readonly WireBlock[] {
	if (typeof content === "string") return content.trim() ? [{ type: "text", text: content }] : [];
	return content.every(isWireText) ? content : encodeBlocks(content);
}

const encodeBlocks = remember((blocks: ReadonlyArray<TextContent | ImageContent>): readonly WireBlock[] => {
	const encoded: WireBlock[] = [];
	for (const block of blocks) {
		if (block.type === "image") {
			encoded.push({ type: "image", source: { type: "base64", media_type: block.mimeType, data: block.data } });
		} else if (block.text.trim()) encoded.push(encodeText(block));
	}
	return encoded;
});

function encodeText(block: TextContent): WireBlock {
	const { text } = block;
	return isWireText(block) ? block : { type: "text", text };
}

/** A block that the API accepts as it is; it is not copied. */
function isWireText(block: TextContent | ImageContent): block is TextContent {
	if (block.type !== "text" || !/\S/.test(block.text)) return false;
	for (const field in block) if (field !== "type" && field !== "text") return false;
	return true;
}
