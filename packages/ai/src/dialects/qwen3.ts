import type { Dialect } from "./dialect.ts";
import { renderJsonCalls } from "./hermes.ts";
import { toolCallTagScanner } from "./tool-call-tag.ts";
import { renderToolResponses } from "./tool-response.ts";

export const qwen3: Dialect = {
	name: "qwen3",
	family: /qwen|qwq/i,
	renderCalls: renderJsonCalls,
	renderResults: renderToolResponses,
	scanner: toolCallTagScanner,
};
