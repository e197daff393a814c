import type { ResolvedCompat } from "../../compat/resolve.ts";
import {
	type AssistantContent,
	type ImageContent,
	joinText,
	type Message,
	type TextContent,
	type ThinkingContent,
	type ToolCall,
	type ToolResultMessage,
	type UserContent,
} from "../../message.ts";
import { escapeHarmonyTokens } from "../../replay/harmony-text.ts";

export type InputItem = { readonly [field: string]: unknown };

export interface InputRules {
	readonly compat: ResolvedCompat;
	readonly escapeHarmony: boolean;
	/** The target provider. */
	readonly provider: string;
}

/** The items of each message. Images of results follow the whole run of results. */
export function encodeInput(messages: readonly Message[], rules: InputRules): InputItem[][] {
	const freeformCalls = new Set(messages.flatMap(freeformCallsIn));
	let images: ImageContent[] = [];
	return messages.map((message, index) => {
		if (message.role !== "toolResult") return encodeMessage(message, rules);
		images.push(...message.content.filter((block) => block.type === "image"));
		const items = [encodeResult(message, { freeform: freeformCalls.has(message.toolCallId) })];
		if (messages[index + 1]?.role === "toolResult" || images.length === 0) return items;
		const shown = images;
		images = [];
		return [...items, imagesItem(shown, rules.compat)];
	});
}

function freeformCallsIn(message: Message): string[] {
	if (message.role !== "assistant") return [];
	return message.content.flatMap((block) => (block.type === "toolCall" && block.customWireName ? [block.id] : []));
}

function encodeMessage(message: Exclude<Message, ToolResultMessage>, rules: InputRules): InputItem[] {
	if (message.role === "assistant") return message.content.flatMap((block) => encodeBlock(block, rules));
	if (message.role === "user" && message.providerItems?.provider === rules.provider) {
		return message.providerItems.items as InputItem[];
	}
	const role = message.role === "developer" && rules.compat.supportsDeveloperRole ? "developer" : "user";
	const content = encodeContent(message.content, rules.compat);
	return content.length > 0 ? [{ role, content }] : [];
}

export function encodeContent(content: UserContent, compat: ResolvedCompat): InputItem[] {
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
	return blocks.flatMap((block) => {
		if (block.type === "image") return [encodeImage(block, compat)];
		return block.text ? [{ type: "input_text", text: block.text }] : [];
	});
}

function encodeImage(image: ImageContent, compat: ResolvedCompat): InputItem {
	const wanted = image.detail ?? "auto";
	const detail = wanted === "original" && !compat.supportsImageDetailOriginal ? "auto" : wanted;
	return { type: "input_image", detail, image_url: `data:${image.mimeType};base64,${image.data}` };
}

function imagesItem(images: readonly ImageContent[], compat: ResolvedCompat): InputItem {
	const title = { type: "input_text", text: "Images from the tool results:" };
	return { role: "user", content: [title, ...images.map((image) => encodeImage(image, compat))] };
}

function encodeBlock(block: AssistantContent, rules: InputRules): InputItem[] {
	switch (block.type) {
		case "text":
			return [encodeText(block, rules)];
		case "thinking":
			return encodeThinking(block, rules.compat);
		case "toolCall":
			return [encodeCall(block)];
		case "redactedThinking":
		case "image":
			// The API accepts neither from the assistant.
			return [];
	}
}

function encodeText(block: TextContent, rules: InputRules): InputItem {
	const text = rules.escapeHarmony ? escapeHarmonyTokens(block.text) : block.text;
	return {
		type: "message",
		role: "assistant",
		status: "completed",
		content: [{ type: "output_text", text, annotations: [] }],
		...parsePhase(block.textSignature),
	};
}

function parsePhase(signature: string | undefined): { phase?: string } {
	const parsed = parseObject(signature);
	return typeof parsed?.phase === "string" ? { phase: parsed.phase } : {};
}

/**
 * Encrypted reasoning is sent back, and reasoning in the open to hosts that want it; without an id, because the provider
 * stores nothing.
 */
function encodeThinking(block: ThinkingContent, compat: ResolvedCompat): InputItem[] {
	const parsed = parseObject(block.thinkingSignature);
	const item = parsed?.type === "reasoning" ? parsed : {};
	const sealed = item.encrypted_content ? { encrypted_content: item.encrypted_content } : {};
	const summary = Array.isArray(item.summary) ? item.summary : [];
	const text = block.thinking.trim() && summary.length === 0 && compat.replayReasoningContent ? block.thinking : "";
	if (!text) return item.encrypted_content ? [{ type: "reasoning", summary, ...sealed }] : [];
	const known = Array.isArray(item.content) && item.content.length > 0 ? item.content : undefined;
	return [{ type: "reasoning", summary, content: known ?? [{ type: "reasoning_text", text }], ...sealed }];
}

function encodeCall(call: ToolCall): InputItem {
	if (call.customWireName) {
		const input = typeof call.arguments.input === "string" ? call.arguments.input : JSON.stringify(call.arguments);
		return { type: "custom_tool_call", call_id: call.id, name: call.customWireName, input };
	}
	return { type: "function_call", call_id: call.id, name: call.name, arguments: JSON.stringify(call.arguments) };
}

function encodeResult(result: ToolResultMessage, options: { freeform: boolean }): InputItem {
	const hasImages = result.content.some((block) => block.type === "image");
	return {
		type: options.freeform ? "custom_tool_call_output" : "function_call_output",
		call_id: result.toolCallId,
		output: joinText(result.content) || (hasImages ? "(see the image below)" : "(no output)"),
	};
}

function parseObject(json: string | undefined): Record<string, unknown> | undefined {
	if (!json?.startsWith("{")) return undefined;
	try {
		return JSON.parse(json);
	} catch {
		// A signature of another provider.
		return undefined;
	}
}
