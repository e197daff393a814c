import type { JsonSchema, ToolCall } from "@oh-my-pi/pi-ai/message";
import { nearest } from "@oh-my-pi/pi-utils/nearest";
import { coerce } from "./coerce.ts";
import type { AgentTool } from "./tool.ts";

export type PreparedCall =
	| {
			readonly call: ToolCall;
			readonly kind: "ready";
			readonly tool: AgentTool;
			readonly params: Record<string, unknown>;
	  }
	| { readonly call: ToolCall; readonly kind: "refused"; readonly reason: string };

/** Finds the tool and checks the arguments; a call that cannot run comes with the words the model gets to read. */
export function prepareCall(call: ToolCall, tools: readonly AgentTool[]): PreparedCall {
	const tool = tools.find((candidate) => candidate.name === call.name);
	if (!tool) return { call, kind: "refused", reason: unknownTool(call.name, tools) };
	const { __parseError, __rawJson } = call.arguments;
	if (typeof __rawJson === "string") {
		const reason = [
			`Validation failed for tool "${call.name}": Tool call arguments are not valid JSON.`,
			`Parse Error: ${__parseError}`,
			"Raw JSON:",
			__rawJson,
		].join("\n");
		return { call, kind: "refused", reason };
	}
	const { value, problems } = coerce(call.arguments, acceptedSchema(tool));
	if (problems.length > 0 && !tool.lenientArguments) {
		return { call, kind: "refused", reason: refusal(call, value, [...problems, ...strangers(call, tool)]) };
	}
	return { call, kind: "ready", tool, params: value as Record<string, unknown> };
}

function unknownTool(name: string, tools: readonly AgentTool[]): string {
	const [close] = nearest(
		name,
		tools.map((tool) => tool.name),
	);
	return close === undefined ? `Tool ${name} not found` : `Tool ${name} not found. Did you mean ${close}?`;
}

/** Arguments under names that the tool does not have: most likely what is missing, as another program calls it. */
function strangers({ arguments: given }: ToolCall, tool: AgentTool): string[] {
	const known = Object.keys((tool.parameters.properties as object | undefined) ?? {});
	const accepted = new Set([...known, ...Object.keys(tool.unadvertised ?? {})]);
	return Object.keys(given)
		.filter((name) => !accepted.has(name))
		.map((name) => `${name}: is no parameter of ${tool.name}; there are ${known.join(", ") || "none"}`);
}

function acceptedSchema({ parameters, unadvertised }: AgentTool): JsonSchema {
	if (!unadvertised) return parameters;
	return { ...parameters, properties: { ...(parameters.properties as object), ...unadvertised } };
}

function refusal(call: ToolCall, normalized: unknown, problems: readonly string[]): string {
	return [
		`Validation failed for tool "${call.name}":`,
		...problems.map((problem) => `  - ${problem}`),
		"",
		"Received arguments:",
		JSON.stringify({ original: call.arguments, normalized }, null, 2),
	].join("\n");
}
