import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import { writtenValue } from "./parts/text-parameters.ts";
import { toolCallTagScanner } from "./parts/tool-call-tag.ts";
import { renderToolResponses } from "./parts/tool-response.ts";

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
