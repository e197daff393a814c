import { type Message, namedTool, type Tool, type ToolChoice } from "../../message.ts";
import { normalizeForAnthropic } from "../../schema/anthropic.ts";
import type { WireBlock } from "./wire.ts";

/**
 * Placeholder when the history has tool calls but no tools are offered, because the API requires some; calls to it are
 * dropped.
 */
export const sentinelName = "__no_tools__";

export interface ToolConfig {
	readonly tools: WireBlock[];
	readonly toolChoice?: WireBlock;
}

/** `none` is expressed by offering no tools. */
export function encodeTools(
	tools: readonly Tool[],
	choice: ToolChoice | undefined,
	history: readonly Message[],
): ToolConfig | undefined {
	if (tools.length === 0 || choice === "none") return usesTools(history) ? sentinel() : undefined;
	const toolChoice = encodeChoice(choice, tools);
	return { tools: tools.map(encodeTool), ...(toolChoice && { toolChoice }) };
}

function usesTools(history: readonly Message[]): boolean {
	return history.some((message) => message.role === "toolResult");
}

function sentinel(): ToolConfig {
	const tool = {
		name: sentinelName,
		description: "There are no tools in this conversation any more. Never call this one.",
		parameters: { type: "object", properties: {} },
	};
	return { tools: [encodeTool(tool)], toolChoice: { auto: {} } };
}

function encodeTool({ name, description, parameters }: Tool): WireBlock {
	return {
		toolSpec: {
			name,
			...(description.trim() && { description }),
			inputSchema: { json: normalizeForAnthropic(parameters) },
		},
	};
}

function encodeChoice(choice: ToolChoice | undefined, tools: readonly Tool[]): WireBlock | undefined {
	if (choice === undefined) return undefined;
	if (choice === "auto") return { auto: {} };
	const name = namedTool(choice);
	if (name === undefined) return { any: {} };
	return tools.some((tool) => tool.name === name) ? { tool: { name } } : undefined;
}
