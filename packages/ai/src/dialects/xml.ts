import type { Dialect } from "./parts/dialect.ts";
import { invokeHint, invokeScanner, renderInvoke } from "./parts/invoke.ts";
import { renderToolResponses, toolResponseMarkers } from "./parts/tool-response.ts";

export const xml: Dialect = {
	name: "xml",
	family: /grok/i,
	hint: invokeHint,
	renderCalls: (calls) => calls.map(renderInvoke).join("\n"),
	renderResults: renderToolResponses,
	scanner: (tools) => invokeScanner(tools, toolResponseMarkers),
};
