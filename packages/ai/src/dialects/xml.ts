import type { Dialect } from "./dialect.ts";
import { invokeHint, invokeScanner, renderInvoke } from "./invoke.ts";
import { renderToolResponses, toolResponseMarkers } from "./tool-response.ts";

export const xml: Dialect = {
	name: "xml",
	family: /grok/i,
	hint: invokeHint,
	renderCalls: (calls) => calls.map(renderInvoke).join("\n"),
	renderResults: renderToolResponses,
	scanner: (tools) => invokeScanner(tools, toolResponseMarkers),
};
