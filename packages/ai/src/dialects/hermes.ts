import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import { toolCallTagScanner } from "./parts/tool-call-tag.ts";
import { renderToolResponses } from "./parts/tool-response.ts";

export const hermes: Dialect = {
	name: "hermes",
	family: /hermes/i,
	renderCalls: renderJsonCalls,
	renderResults: renderToolResponses,
	scanner: toolCallTagScanner,
};

export function renderJsonCalls(calls: readonly WrittenCall[]): string {
	return calls
		.map(({ name, arguments: args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`)
		.join("\n");
}
