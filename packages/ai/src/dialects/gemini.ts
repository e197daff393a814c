import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import { PythonReader, pythonLiteral } from "./parts/python-literal.ts";
import { markerScanner, type ParsedCall } from "./parts/scanner.ts";
import { thinkingTags } from "./parts/thinking-tags.ts";
import { resultText } from "./parts/tool-response.ts";

export const gemini: Dialect = {
	name: "gemini",
	family: /gemini/i,
	hint: "Values are Python literals. Several calls go into one block as a list.",
	renderCalls(calls) {
		const written = calls.map(renderCall);
		return `\`\`\`tool_code\n${written.length === 1 ? written[0] : `[${written.join(", ")}]`}\n\`\`\``;
	},
	renderResults: (results) => `\`\`\`tool_outputs\n${results.map(resultText).join("\n")}\n\`\`\``,
	scanner: () =>
		markerScanner([
			...thinkingTags,
			{ kind: "thinking", open: "```thinking\n", close: "\n```" },
			{ kind: "call", open: "```tool_code\n", close: "\n```", parse: callsIn },
			{ kind: "result", open: "```tool_outputs" },
		]),
};

function renderCall({ name, arguments: args }: WrittenCall): string {
	const values = Object.entries(args).map(([key, value]) => `${key}=${pythonLiteral(value)}`);
	return `default_api.${name}(${values.join(", ")})`;
}

function callsIn(body: string): ParsedCall[] {
	const reader = new PythonReader(body);
	const calls: ParsedCall[] = [];
	try {
		const isList = reader.take("[");
		while (!reader.isAtEnd && !(isList && reader.take("]"))) {
			const isPrinted = reader.take("print(");
			const { name, arguments: args } = reader.call();
			if (isPrinted) reader.take(")");
			reader.take(",");
			calls.push({ name, arguments: JSON.stringify(args) });
		}
	} catch {
		// Not only calls; keep what was parsed before.
	}
	return calls;
}
