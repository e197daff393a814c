import type { ResolvedCompat } from "../../compat/resolve.ts";
import type { Tool } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { oneOfToAnyOf } from "../../schema/responses.ts";
import { type ChosenTools, chooseTools, type OfferedTool, offeredTools } from "../openai-completions/request/tools.ts";

export interface ToolFields {
	readonly body: Record<string, unknown>;
	readonly chosen: ChosenTools;
}

/** The tools in this API's flat format, and the tool choice. */
export function toolFields(call: ModelCall, compat: ResolvedCompat): ToolFields {
	const chosen = chooseTools(call.options.toolChoice, offeredTools(call, compat), compat);
	if (chosen.tools.length === 0) return { body: {}, chosen };
	const { choice } = chosen;
	const tools = chosen.tools.map((offered) => encodeTool(offered, call.model, compat));
	return { body: { tools, ...(choice && { tool_choice: encodeChoice(choice, chosen.tools, call.model) }) }, chosen };
}

function encodeTool({ tool, parameters, strict }: OfferedTool, model: Model, compat: ResolvedCompat) {
	if (tool.customFormat && isFreeform(tool, model)) {
		const format = { type: "grammar", ...tool.customFormat };
		return { type: "custom", name: tool.name, description: tool.description, format };
	}
	return {
		type: "function",
		name: tool.name,
		description: tool.description,
		parameters: oneOfToAnyOf(parameters),
		// The default of this API is true.
		...(compat.supportsStrictMode && { strict }),
	};
}

function encodeChoice(choice: NonNullable<ChosenTools["choice"]>, tools: readonly OfferedTool[], model: Model) {
	if (typeof choice === "string") return choice;
	const chosen = tools.find(({ tool }) => tool.name === choice.name)?.tool;
	return { type: chosen && isFreeform(chosen, model) ? "custom" : "function", name: choice.name };
}

function isFreeform(tool: Tool, model: Model): boolean {
	return tool.customFormat !== undefined && model.applyPatchToolType === "freeform";
}
