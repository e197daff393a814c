import { strictToolsAllowed } from "../../adapt/strict-tools.ts";
import type { JsonSchema, Tool } from "../../message.ts";
import type { ModelCall } from "../../protocol.ts";
import { normalizeForAnthropic, strictForAnthropic } from "../../schema/anthropic.ts";
import { isOfficialHost } from "./thinking.ts";

export interface WireTool {
	readonly name: string;
	readonly description: string;
	readonly input_schema: JsonSchema;
	readonly strict?: true;
}

/** Strict mode costs a compilation per schema and there is room for few, so it goes to the tools that gain most. */
const worthStrict = new Set(["bash", "python", "eval", "edit", "find"]);

export function encodeTools(call: ModelCall): WireTool[] {
	const mayBeStrict = isOfficialHost(call.model) && !call.model.compat?.disableStrictTools && strictToolsAllowed(call);
	return (call.context.tools ?? []).map((tool) => {
		const strict = mayBeStrict && wantsStrict(tool) ? strictForAnthropic(tool.parameters) : undefined;
		return {
			name: tool.name,
			description: tool.description,
			input_schema: strict ?? normalizeForAnthropic(tool.parameters),
			...(strict && { strict: true as const }),
		};
	});
}

function wantsStrict(tool: Tool): boolean {
	return tool.strict !== false && worthStrict.has(tool.name);
}
