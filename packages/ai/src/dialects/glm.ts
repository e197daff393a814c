import type { Dialect, WrittenCall } from "./dialect.ts";
import { writtenValue } from "./text-parameters.ts";
import { toolCallTagScanner } from "./tool-call-tag.ts";
import { renderToolResponses } from "./tool-response.ts";

export const glm: Dialect = {
	name: "glm",
	family: /glm/i,
	hint: "Write text values as they are, without quotes or escapes, and all others as JSON.",
	renderCalls: (calls) => calls.map(renderCall).join("\n"),
	renderResults: renderToolResponses,
	scanner: toolCallTagScanner,
};

function renderCall({ name, arguments: args }: WrittenCall): string {
	const pairs = Object.entries(args).map(
		([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${writtenValue(value)}</arg_value>\n`,
	);
	return `<tool_call>${name}\n${pairs.join("")}</tool_call>`;
}
