import type { Dialect } from "./parts/dialect.ts";
import { functionResultMarkers, renderFunctionResults } from "./parts/function-results.ts";
import { invokeHint, invokeScanner, renderInvoke } from "./parts/invoke.ts";

export const minimax: Dialect = {
	name: "minimax",
	family: /minimax/i,
	hint: invokeHint,
	renderCalls: (calls) => `<minimax:tool_call>\n${calls.map(renderInvoke).join("\n")}\n</minimax:tool_call>`,
	renderResults: renderFunctionResults,
	scanner: (tools) =>
		invokeScanner(tools, [
			...functionResultMarkers,
			{ kind: "wrapper", open: "<minimax:tool_call>" },
			{ kind: "wrapper", open: "</minimax:tool_call>" },
		]),
};
