import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import { jsonCall, objectText } from "./parts/parse-call.ts";
import { markerScanner, type ParsedCall } from "./parts/scanner.ts";
import { thinkingTags } from "./parts/thinking-tags.ts";
import { resultText } from "./parts/tool-response.ts";

const separator = "<｜tool▁sep｜>";

export const deepseek: Dialect = {
	name: "deepseek",
	family: /deepseek/i,
	renderCalls: (calls) => `<｜tool▁calls▁begin｜>${calls.map(renderCall).join("")}<｜tool▁calls▁end｜>`,
	renderResults: (results) =>
		results.map((result) => `<｜tool▁output▁begin｜>${resultText(result)}<｜tool▁output▁end｜>`).join("\n"),
	scanner: () =>
		markerScanner([
			...thinkingTags,
			{ kind: "wrapper", open: "<｜tool▁calls▁begin｜>" },
			{ kind: "wrapper", open: "<｜tool▁calls▁end｜>" },
			{ kind: "wrapper", open: "<｜end▁of▁sentence｜>" },
			{ kind: "call", open: "<｜tool▁call▁begin｜>", close: "<｜tool▁call▁end｜>", parse: callsIn },
			{ kind: "result", open: "<｜tool▁output▁begin｜>" },
			{ kind: "result", open: "<｜tool▁outputs▁begin｜>" },
		]),
};

function renderCall({ name, arguments: args }: WrittenCall): string {
	return `<｜tool▁call▁begin｜>${name}${separator}${JSON.stringify(args)}<｜tool▁call▁end｜>`;
}

function callsIn(body: string): ParsedCall[] {
	// Older models write a kind first, and the arguments in a fence.
	const fenced = new RegExp(`^function${separator}([^\\n]+)\\n\`\`\`json\\n([\\s\\S]*?)(?:\\n\`\`\`|$)`).exec(body);
	if (fenced?.[1]) return [{ name: fenced[1].trim(), arguments: objectText(fenced[2] ?? "") }];
	return jsonCall(body, separator);
}
