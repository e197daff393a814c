import type { Dialect } from "./parts/dialect.ts";
import { functionResultMarkers, renderFunctionResults } from "./parts/function-results.ts";
import { invokeHint, invokeScanner, renderInvoke } from "./parts/invoke.ts";

export const anthropic: Dialect = {
	name: "anthropic",
	family: /claude/i,
	hint: invokeHint,
	renderCalls: (calls) => `<function_calls>\n${calls.map(renderInvoke).join("\n")}\n</function_calls>`,
	renderResults: renderFunctionResults,
	scanner: (tools) => invokeScanner(tools, functionResultMarkers),
};
