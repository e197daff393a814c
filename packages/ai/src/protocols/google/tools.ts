import { namedTool, type Tool, type ToolChoice } from "../../message.ts";
import { normalizeForGoogle } from "../../schema/google.ts";

export function encodeTools(tools: readonly Tool[]): Record<string, unknown> {
	if (tools.length === 0) return {};
	const functionDeclarations = tools.map((tool) => ({
		name: tool.name,
		description: tool.description,
		parametersJsonSchema: normalizeForGoogle(tool.parameters),
	}));
	return { tools: [{ functionDeclarations }] };
}

export function encodeToolChoice(choice: ToolChoice | undefined, tools: readonly Tool[]): Record<string, unknown> {
	if (choice === undefined || tools.length === 0) return {};
	if (choice === "auto") return toolConfig({ mode: "AUTO" });
	if (choice === "none") return toolConfig({ mode: "NONE" });
	const name = namedTool(choice);
	if (name === undefined) return toolConfig({ mode: "ANY" });
	const isOffered = tools.some((tool) => tool.name === name);
	return isOffered ? toolConfig({ mode: "ANY", allowedFunctionNames: [name] }) : {};
}

function toolConfig(functionCallingConfig: object): Record<string, unknown> {
	return { toolConfig: { functionCallingConfig } };
}
