import type { JsonSchema, ToolCall } from "@oh-my-pi/pi-ai/message";
import { coerce, unknownKeys } from "./coerce.ts";
import { findTool, unknownTool } from "./find-tool.ts";
import type { AdaptedArguments, AgentTool } from "./tool.ts";

export type PreparedCall =
	| {
			readonly call: ToolCall;
			readonly kind: "ready";
			readonly tool: AgentTool;
			readonly params: Record<string, unknown>;
			/** What the model should know about how its arguments were read. */
			readonly notes: readonly string[];
	  }
	| { readonly call: ToolCall; readonly kind: "refused"; readonly reason: string };

/** As much of bad arguments as is shown: the model has written them and knows the rest. */
const maxShownChars = 200;

/**
 * Finds the tool and checks the arguments; a call that cannot run comes with the words the model gets to read. `callable` are
 * all tools that may be called, also those that the model is not told of.
 */
export function prepareCall(
	call: ToolCall,
	tools: readonly AgentTool[],
	callable: readonly AgentTool[] = tools,
): PreparedCall {
	const tool = findTool(call.name, tools) ?? findTool(call.name, callable);
	if (!tool) return { call, kind: "refused", reason: unknownTool(call.name, tools) };
	const { __parseError, __rawJson } = call.arguments;
	if (typeof __rawJson === "string") {
		const reason = [
			`Validation failed for tool "${call.name}": Tool call arguments are not valid JSON.`,
			`Parse Error: ${__parseError}`,
			"Raw JSON:",
			shortened(__rawJson),
		].join("\n");
		return { call, kind: "refused", reason };
	}
	const accepted = acceptedSchema(tool);
	const adapted = adaptedArguments(call, tool, accepted);
	const schema = adapted.schema ?? accepted;
	const { value, problems } = coerce(adapted.arguments, schema);
	const ignored = unknownKeys(adapted.arguments, schema);
	if (problems.length > 0 && !tool.lenientArguments) {
		const all = [...problems, ...ignored.map((name) => `${name}: ${strangerIn(tool)}`)];
		return { call, kind: "refused", reason: refusal(call, all) };
	}
	const notes = [...adapted.notes, ...ignoredNote(ignored, tool)];
	return { call, kind: "ready", tool, params: value as Record<string, unknown>, notes };
}

function adaptedArguments(call: ToolCall, tool: AgentTool, schema: JsonSchema): AdaptedArguments {
	const args = call.arguments;
	const fits = unknownKeys(args, schema).length === 0 && coerce(args, schema).problems.length === 0;
	return (fits ? undefined : tool.adapt?.(args)) ?? { arguments: args, notes: [] };
}

function ignoredNote(ignored: readonly string[], tool: AgentTool): string[] {
	if (ignored.length === 0) return [];
	const names = ignored.map((name) => `\`${name}\``).join(", ");
	return [`Ignored ${names}: ${strangerIn(tool, ignored.length)}`];
}

function strangerIn(tool: AgentTool, count = 1): string {
	const known = Object.keys((tool.parameters.properties as object | undefined) ?? {});
	const what = count === 1 ? "unknown parameter" : "unknown parameters";
	return `${what} of ${tool.name}; expected: ${known.join(", ") || "none"}`;
}

function acceptedSchema(tool: AgentTool): JsonSchema {
	const { parameters, hiddenParameters } = tool;
	if (tool.acceptedSchema) return tool.acceptedSchema();
	if (!hiddenParameters) return parameters;
	return { ...parameters, properties: { ...(parameters.properties as object), ...hiddenParameters } };
}

function refusal(call: ToolCall, problems: readonly string[]): string {
	return [
		`Validation failed for tool "${call.name}":`,
		...problems.map((problem) => `  - ${problem}`),
		"",
		`Received: ${shortened(JSON.stringify(call.arguments))}`,
	].join("\n");
}

function shortened(text: string): string {
	return text.length > maxShownChars ? `${text.slice(0, maxShownChars)}… (${text.length} characters)` : text;
}
