import type { Tool } from "../message.ts";
import { isNode, propertiesOf } from "../schema/json-schema.ts";
import type { TextParameters } from "./parse-call.ts";

/** Tells from the tools' schemas which parameters are text; `undefined` where a schema does not say. */
export function textParametersOf(tools: readonly Tool[]): TextParameters {
	return (toolName, parameter) => {
		const tool = tools.find(({ name }) => name === toolName);
		const schema = tool && propertiesOf({ ...tool.parameters })[parameter];
		if (!isNode(schema)) return undefined;
		const types = Array.isArray(schema.type) ? schema.type : [schema.type];
		if (types[0] === undefined) return undefined;
		return types.includes("string");
	};
}

/** Text as it is, anything else as JSON. */
export function writtenValue(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}
