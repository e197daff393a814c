import type { Dialect, WrittenCall, WrittenResult } from "./parts/dialect.ts";
import { harmonyScanner } from "./parts/harmony-scanner.ts";
import { resultText } from "./parts/tool-response.ts";

export const harmony: Dialect = {
	name: "harmony",
	family: /gpt-oss/i,
	renderCalls: (calls) => calls.map(renderCall).join(""),
	renderResults: (results) => results.map(renderResult).join(""),
	scanner: () => harmonyScanner(),
};

function renderCall({ name, arguments: args }: WrittenCall): string {
	return `<|start|>assistant<|channel|>commentary to=functions.${name}<|message|>${JSON.stringify(args)}<|call|>`;
}

function renderResult(result: WrittenResult): string {
	const head = `<|start|>functions.${result.call.name} to=assistant<|channel|>commentary<|message|>`;
	return `${head}${resultText(result)}<|end|>`;
}
