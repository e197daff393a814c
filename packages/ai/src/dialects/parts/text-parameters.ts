import type { Tool } from "../../message.ts";
import { isNode, propertiesOf } from "../../schema/json-schema.ts";
import type { TextParameters } from "./parse-call.ts";

/** Which parameters are text according to the tools' schemas; `undefined` if unspecified. */
export function indexTextParameters(tools: readonly Tool[]): TextParameters {
	return (toolName, parameter) => {
		const tool = tools.find(({ name }) => name === toolName);
		const schema = tool && propertiesOf({ ...tool.parameters })[parameter];
		if (!isNode(schema)) return undefined;
		const types = Array.isArray(schema.type) ? schema.type : [schema.type];
		if (types[0] === undefined) return undefined;
		return types.includes("string");
	};
}

/** Text as is, anything else as JSON. */
export function writtenValue(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}
