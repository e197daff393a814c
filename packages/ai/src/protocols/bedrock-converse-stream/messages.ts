import type { AssistantContent, ImageContent, Message, TextContent, ToolResultMessage } from "../../message.ts";
import { resultRuns } from "../../replay/result-runs.ts";
import type { WireBlock, WireMessage } from "./wire.ts";

/**
 * Messages in the grouping that Converse requires: roles alternate, and all results of a turn start the next user
 * message.
 */
export function encodeMessages(messages: readonly Message[]): WireMessage[] {
	const encoded: WireMessage[] = [];
	const append = (role: WireMessage["role"], blocks: WireBlock[]) => {
		if (blocks.length === 0) return;
		const last = encoded.at(-1);
		if (last?.role === role) last.content.push(...blocks);
		else encoded.push({ role, content: blocks });
	};
	for (const item of resultRuns(messages)) {
		if (Array.isArray(item)) append("user", encodeResults(item));
		else if (item.role === "assistant") append("assistant", encodeAssistant(item.content));
		else append("user", encodeInput(item.content));
	}
	return encoded;
}

function encodeAssistant(content: readonly AssistantContent[]): WireBlock[] {
	const blocks: WireBlock[] = [];
	const calls: WireBlock[] = [];
	for (const block of content) {
		switch (block.type) {
			case "text":
				if (block.text.trim()) blocks.push({ text: block.text });
				break;
			case "thinking":
				blocks.push({
					reasoningContent: { reasoningText: { text: block.thinking, signature: block.thinkingSignature } },
				});
				break;
			case "redactedThinking":
				blocks.push({ reasoningContent: { redactedContent: block.data } });
				break;
			case "toolCall":
				calls.push({ toolUse: { toolUseId: block.id, name: block.name, input: block.arguments } });
				break;
			case "image":
				// The API does not accept images from the assistant.
				break;
		}
	}
	return [...blocks, ...calls];
}

function encodeResults(results: readonly ToolResultMessage[]): WireBlock[] {
	const blocks: WireBlock[] = [];
	const hoisted: WireBlock[] = [];
	for (const { content: rawContent, isError, toolCallId } of results) {
		const content = encodeInput(rawContent);
		// An error result may only have text; its images follow the results.
		const inside = isError ? content.filter((block) => "text" in block) : content;
		if (isError) hoisted.push(...content.filter((block) => !("text" in block)));
		if (inside.length === 0) inside.push({ text: isError ? "(error without a message)" : "(no output)" });
		blocks.push({
			toolResult: { toolUseId: toolCallId, content: inside, status: isError ? "error" : "success" },
		});
	}
	return [...blocks, ...hoisted];
}

function encodeInput(content: string | ReadonlyArray<TextContent | ImageContent>): WireBlock[] {
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
	return blocks.flatMap((block): WireBlock[] => {
		if (block.type === "image") return [encodeImage(block)];
		return block.text.trim() ? [{ text: block.text }] : [];
	});
}

const imageFormats = new Map([
	["image/png", "png"],
	["image/jpeg", "jpeg"],
	["image/jpg", "jpeg"],
	["image/gif", "gif"],
	["image/webp", "webp"],
]);

function encodeImage(image: ImageContent): WireBlock {
	const format = imageFormats.get(image.mimeType);
	if (!format) return { text: `[image omitted: ${image.mimeType} is not a format this API takes]` };
	return { image: { format, source: { bytes: image.data } } };
}
