import { strictToolsAllowed } from "../../adapt/strict-tools.ts";
import type { JsonSchema } from "../../message.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { normalizeForAnthropic, strictForAnthropic } from "../../schema/anthropic.ts";
import { isOfficialHost } from "./thinking.ts";

export interface WireTool {
	readonly name: string;
	readonly description: string;
	readonly input_schema: JsonSchema;
	readonly strict?: true;
}

export function encodeTools(call: ModelCall): WireTool[] {
	const mayBeStrict = isOfficialHost(call.model) && !call.model.compat?.disableStrictTools && strictToolsAllowed(call);
	return (call.context.tools ?? []).map((tool) => {
		// Each schema is compiled and there is room for few, so only tools that ask for it are strict.
		const strict = mayBeStrict && tool.strict === true ? strictForAnthropic(tool.parameters) : undefined;
		return {
			name: tool.name,
			description: tool.description,
			input_schema: strict ?? normalizeForAnthropic(tool.parameters),
			...(strict && { strict: true as const }),
		};
	});
}
