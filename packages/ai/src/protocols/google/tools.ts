import { namedTool, type Tool, type ToolChoice } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { normalizeForCloudCodeAssist } from "../../schema/cloud-code-assist.ts";
import { normalizeForGoogle } from "../../schema/google.ts";
import { isClaude } from "./family.ts";

export function encodeTools(tools: readonly Tool[], model: Pick<Model, "id">): Record<string, unknown> {
	if (tools.length === 0) return {};
	const claude = isClaude(model);
	const functionDeclarations = tools.map(({ name, description, parameters }) => ({
		name,
		description,
		// The backend for Claude only reads the older field.
		...(claude
			? { parameters: normalizeForCloudCodeAssist(parameters) }
			: { parametersJsonSchema: normalizeForGoogle(parameters) }),
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
