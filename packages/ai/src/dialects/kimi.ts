import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import { jsonCall } from "./parts/parse-call.ts";
import { type Marker, markerScanner } from "./parts/scanner.ts";
import { thinkingTags } from "./parts/thinking-tags.ts";
import { resultText } from "./parts/tool-response.ts";

export const kimiMarkers: readonly Marker[] = [
	{ kind: "wrapper", open: "<|tool_calls_section_begin|>" },
	{ kind: "wrapper", open: "<|tool_calls_section_end|>" },
	{
		kind: "call",
		open: "<|tool_call_begin|>",
		close: "<|tool_call_end|>",
		parse: (body) => jsonCall(body, "<|tool_call_argument_begin|>"),
	},
];

export const kimi: Dialect = {
	name: "kimi",
	family: /kimi|moonshot/i,
	renderCalls: (calls) => `<|tool_calls_section_begin|>${calls.map(renderCall).join("")}<|tool_calls_section_end|>`,
	renderResults: (results) =>
		results.map((result) => `## Return of ${idOf(result.call)}\n${resultText(result)}`).join("\n"),
	scanner: () => markerScanner([...thinkingTags, ...kimiMarkers, { kind: "result", open: "## Return of functions." }]),
};

function renderCall(call: WrittenCall): string {
	const args = JSON.stringify(call.arguments);
	return `<|tool_call_begin|>${idOf(call)}<|tool_call_argument_begin|>${args}<|tool_call_end|>`;
}

function idOf({ name, number }: WrittenCall): string {
	return `functions.${name}:${number}`;
}
