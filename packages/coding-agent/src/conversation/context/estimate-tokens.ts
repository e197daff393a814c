import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantContent, ImageContent, Message, TextContent } from "@oh-my-pi/pi-ai/message";
import { convertToLlm } from "../history/convert-to-llm.ts";
import { imageSize } from "./image-size.ts";

/** How a model's provider counts images. */
export type ImageBilling = "by-area" | "flat";

const charactersPerToken = 4;
const tokensPerMessage = 4;
const tokensPerImage = 1100;
const tokensPerUnknownImage = 1200;
const pixelsPerToken = 750;

/** Estimate: one token per four characters, and one per wide character. */
export function estimateText(text: string): number {
	const wide = countWide(text);
	return Math.ceil((text.length - wide) / charactersPerToken) + wide;
}

/** Estimated tokens of a message as the model sees it. Cached per message. */
export function estimateMessage(message: AgentMessage, billing: ImageBilling): number {
	const known = estimates[billing].get(message);
	if (known !== undefined) return known;
	const visible = isLlmMessage(message) ? [message] : convertToLlm([message]);
	const tokens = visible.reduce((sum, part) => sum + tokensPerMessage + estimateContent(part, billing), 0);
	estimates[billing].set(message, tokens);
	return tokens;
}

export function estimateMessages(messages: readonly AgentMessage[], billing: ImageBilling): number {
	return messages.reduce((sum, message) => sum + estimateMessage(message, billing), 0);
}

export function estimateTools(tools: readonly AgentTool[]): number {
	return tools.reduce((sum, tool) => sum + estimateTool(tool), 0);
}

const estimates: Record<ImageBilling, WeakMap<AgentMessage, number>> = {
	"by-area": new WeakMap(),
	flat: new WeakMap(),
};
const toolEstimates = new WeakMap<AgentTool, number>();

/** Estimated tokens of a tool in each request. Cached per tool. */
export function estimateTool(tool: AgentTool): number {
	const known = toolEstimates.get(tool);
	if (known !== undefined) return known;
	const tokens = estimateText(`${tool.name}${tool.prompt}${JSON.stringify(tool.parameters)}`);
	toolEstimates.set(tool, tokens);
	return tokens;
}

function estimateContent({ content }: Message, billing: ImageBilling): number {
	if (typeof content === "string") return estimateText(content);
	return content.reduce((sum, block) => sum + estimateBlock(block, billing), 0);
}

function estimateBlock(block: AssistantContent | TextContent | ImageContent, billing: ImageBilling): number {
	switch (block.type) {
		case "text":
			return estimateText(block.text);
		case "thinking":
			return estimateText(block.thinking);
		case "redactedThinking":
			return estimateText(block.data);
		case "toolCall":
			return estimateText(block.name + JSON.stringify(block.arguments));
		case "image":
			return estimateImage(block, billing);
	}
}

function estimateImage(image: ImageContent, billing: ImageBilling): number {
	const size = imageSize(image.data);
	if (!size) return tokensPerUnknownImage;
	return billing === "flat" ? tokensPerImage : Math.ceil((size.width * size.height) / pixelsPerToken);
}

/** Runs of East Asian scripts and surrogates. */
const wideRuns = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]+/g;

function countWide(text: string): number {
	let count = 0;
	for (const run of text.match(wideRuns) ?? []) count += run.length;
	return count;
}
