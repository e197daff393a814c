import type { ResolvedCompat } from "../../../compat/resolve.ts";
import {
	type AssistantMessage,
	type Context,
	type ImageContent,
	joinText,
	type ThinkingContent,
	type ToolResultMessage,
	toolCallsOf,
	type UserContent,
} from "../../../message.ts";
import type { Model } from "../../../model/model.ts";
import { escapeHarmonyTokens } from "../../../replay/harmony-text.ts";
import { resultRuns } from "../../../replay/result-runs.ts";
import { demoteThinking, detectThinkingStyle } from "../../../replay/thinking-style.ts";
import { collectReasoningDetails } from "../response/reasoning-details.ts";

export interface WireMessage {
	role: "system" | "developer" | "user" | "assistant" | "tool";
	content: string | WirePart[];
	[field: string]: unknown;
}

export interface MessageRules {
	readonly model: Model;
	readonly compat: ResolvedCompat;
	/** Escape the control tokens of the model's own format. */
	readonly escapeHarmony: boolean;
}

/** The system prompt and the transformed history in wire format. */
export function encodeMessages(context: Context, rules: MessageRules): WireMessage[] {
	const { compat } = rules;
	const messages: WireMessage[] = encodeSystem(context.systemPrompt ?? [], rules);
	for (const item of resultRuns(context.messages)) {
		if (Array.isArray(item)) messages.push(...encodeResults(item, rules));
		else if (item.role === "assistant") messages.push(...encodeAssistant(item, rules));
		else {
			const content = encodeInput(item.content, compat);
			if (content === "") continue;
			if (compat.requiresAssistantAfterToolResult && messages.at(-1)?.role === "tool") messages.push(betweenTurns());
			messages.push({ role: item.role === "developer" ? instructionRole(rules, "user") : "user", content });
		}
	}
	return messages;
}

function encodeSystem(blocks: readonly string[], rules: MessageRules): WireMessage[] {
	const texts = blocks.filter((text) => text !== "");
	if (texts.length === 0) return [];
	const role = instructionRole(rules, "system");
	const contents = rules.compat.supportsMultipleSystemMessages ? texts : [texts.join("\n\n")];
	return contents.map((content) => ({ role, content }));
}

function instructionRole<Role extends "system" | "user">({ model, compat }: MessageRules, otherwise: Role) {
	return compat.supportsDeveloperRole && model.reasoning ? "developer" : otherwise;
}

function encodeInput(content: UserContent, compat: ResolvedCompat): string | WirePart[] {
	if (typeof content === "string") return content;
	if (content.every((block) => block.type === "text")) {
		return content
			.map((block) => block.text)
			.filter(Boolean)
			.join("\n");
	}
	return content.flatMap((block) => {
		if (block.type === "image") return [imagePart(block, compat)];
		return block.text ? [{ type: "text" as const, text: block.text }] : [];
	});
}

function encodeAssistant(message: AssistantMessage, rules: MessageRules): WireMessage[] {
	const { compat, model } = rules;
	const calls = toolCallsOf(message);
	const thinking = message.content.filter((block) => block.type === "thinking");
	const plain = joinText(message.content);
	const demoted = compat.requiresThinkingAsText
		? thinking.map((block) => `${demoteThinking(block.thinking, detectThinkingStyle(model.id))}\n`).join("")
		: "";
	const text = demoted + (rules.escapeHarmony ? escapeHarmonyTokens(plain) : plain);
	const reasoning =
		compat.requiresThinkingAsText || compat.replayThinkingParts
			? undefined
			: replayedReasoning(thinking, calls.length > 0, compat);
	const thinkingParts = compat.replayThinkingParts ? thinking.filter((block) => block.thinking !== "") : [];
	if (!text && calls.length === 0 && !reasoning) return [];
	const details = collectReasoningDetails(message);
	const content = text || (calls.length > 0 && compat.requiresAssistantContentForToolCalls ? "." : "");
	return [
		{
			role: "assistant",
			content: thinkingParts.length > 0 ? withThinkingParts(thinkingParts, content) : content,
			...(reasoning !== undefined && { [compat.reasoningContentField]: reasoning }),
			...(details.length > 0 && { reasoning_details: details }),
			...(calls.length > 0 && {
				tool_calls: calls.map((call) => ({
					id: call.id,
					type: "function",
					function: { name: call.name, arguments: JSON.stringify(call.arguments) },
				})),
			}),
		},
	];
}

/** Mistral's form: thinking is a part of the content, before the text. */
function withThinkingParts(thinking: readonly ThinkingContent[], text: string): WirePart[] {
	const parts: WirePart[] = thinking.map((block) => ({
		type: "thinking",
		thinking: [{ type: "text", text: block.thinking }],
	}));
	if (text) parts.push({ type: "text", text });
	return parts;
}

/** The reasoning sent back to a host that requires it: the model's own, or a placeholder for a call. */
function replayedReasoning(
	thinking: readonly ThinkingContent[],
	callsTools: boolean,
	compat: ResolvedCompat,
): string | undefined {
	const reasoning = thinking.map((block) => block.thinking).join("\n");
	if (reasoning && (compat.replayReasoningContent || (callsTools && compat.requiresReasoningContentForToolCalls)))
		return reasoning;
	const needsSome = callsTools && compat.requiresReasoningContentForToolCalls;
	return needsSome && compat.allowsSyntheticReasoningContentForToolCalls ? "." : undefined;
}

function encodeResults(results: readonly ToolResultMessage[], { compat }: MessageRules): WireMessage[] {
	const images: ImageContent[] = [];
	const messages: WireMessage[] = results.map((result) => {
		const resultImages = result.content.filter((block) => block.type === "image");
		images.push(...resultImages);
		const text = joinText(result.content);
		return {
			role: "tool",
			tool_call_id: result.toolCallId,
			...(compat.requiresToolResultName && { name: result.toolName }),
			content: text || (resultImages.length > 0 ? "(see the image below)" : "(no output)"),
		};
	});
	if (images.length === 0) return messages;
	if (compat.requiresAssistantAfterToolResult) messages.push(betweenTurns());
	const parts = images.map((image) => imagePart(image, compat));
	messages.push({ role: "user", content: [{ type: "text", text: "Images from the tool results:" }, ...parts] });
	return messages;
}

function betweenTurns(): WireMessage {
	return { role: "assistant", content: "I have the results." };
}

type WirePart =
	| { type: "text"; text: string; cache_control?: unknown }
	| { type: "thinking"; thinking: Array<{ type: "text"; text: string }> }
	| { type: "image_url"; image_url: { url: string; detail?: string } };

function imagePart(image: ImageContent, compat: ResolvedCompat): WirePart {
	const detail = image.detail === "original" && !compat.supportsImageDetailOriginal ? "auto" : image.detail;
	return {
		type: "image_url",
		image_url: { url: `data:${image.mimeType};base64,${image.data}`, ...(detail && { detail }) },
	};
}
