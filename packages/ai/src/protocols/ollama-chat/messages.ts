import {
	type AssistantMessage,
	type ImageContent,
	type Message,
	type TextContent,
	type ToolResultMessage,
	toolCallsOf,
} from "../../message.ts";
import { resultRuns } from "../../replay/result-runs.ts";
import type { WireMessage } from "./wire.ts";

/** The history as Ollama's templates expect it: plain text, separate images, results by tool name. */
export function encodeMessages(
	system: readonly string[],
	messages: readonly Message[],
	rules: { takesThinking: boolean },
): WireMessage[] {
	const encoded: WireMessage[] = [];
	const text = system.filter((block) => block.trim() !== "").join("\n\n");
	if (text) encoded.push({ role: "system", content: text });
	for (const item of resultRuns(messages)) {
		if (Array.isArray(item)) encoded.push(...encodeResults(item));
		else if (item.role === "assistant") encoded.push(...encodeAssistant(item, rules));
		else encoded.push(...encodeInput(item.content));
	}
	return encoded;
}

function encodeAssistant(message: AssistantMessage, rules: { takesThinking: boolean }): WireMessage[] {
	const content = joined(message.content);
	const thinking = message.content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join("\n");
	const calls = toolCallsOf(message).map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
	if (!content.trim() && calls.length === 0) return [];
	return [
		{
			role: "assistant",
			content,
			...(thinking && rules.takesThinking && { thinking }),
			...(calls.length > 0 && { tool_calls: calls }),
		},
	];
}

/** Templates only show images of the user, so images of results follow as a user message. */
function encodeResults(results: readonly ToolResultMessage[]): WireMessage[] {
	const encoded = results.map((result): WireMessage => {
		const text = joined(result.content);
		const empty = result.isError ? "(error without a message)" : "(no output)";
		return { role: "tool", content: text.trim() ? text : empty, tool_name: result.toolName };
	});
	const images = results.flatMap((result) => imagesOf(result.content));
	if (images.length > 0) encoded.push({ role: "user", content: "(images of the results above)", images });
	return encoded;
}

function encodeInput(content: string | ReadonlyArray<TextContent | ImageContent>): WireMessage[] {
	const text = typeof content === "string" ? content : joined(content);
	const images = typeof content === "string" ? [] : imagesOf(content);
	if (!text.trim() && images.length === 0) return [];
	return [{ role: "user", content: text, ...(images.length > 0 && { images }) }];
}

function joined(content: ReadonlyArray<{ type: string; text?: string }>): string {
	return content.flatMap((block) => (block.type === "text" && block.text ? [block.text] : [])).join("\n");
}

function imagesOf(content: ReadonlyArray<TextContent | ImageContent>): string[] {
	return content.flatMap((block) => (block.type === "image" ? [block.data] : []));
}
