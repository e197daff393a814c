import { renderJsonCalls } from "./hermes.ts";
import type { Dialect } from "./parts/dialect.ts";
import { toolCallTagScanner } from "./parts/tool-call-tag.ts";
import { renderToolResponses } from "./parts/tool-response.ts";

export const qwen3: Dialect = {
	name: "qwen3",
	family: /qwen|qwq/i,
	renderCalls: renderJsonCalls,
	renderResults: renderToolResponses,
	scanner: toolCallTagScanner,
};
