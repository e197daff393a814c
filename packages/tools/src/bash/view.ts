import { previewLines } from "../preview-lines.ts";
import { defineView, type ViewedOutput, type ViewOptions } from "../view.ts";
import { bashTool } from "./bash.ts";
import type { BashDetails } from "./result.ts";

export const bashView = defineView(bashTool, {
	shape: "frame",
	call(params, { theme }) {
		const [first = "", ...rest] = (params.command ?? "").split("\n");
		return [`${theme.bashMode("$")} ${first}`, ...rest.map((line) => `  ${line}`)];
	},
	result(output, options) {
		const lines = previewLines(withoutFooter(output.text), "tail", options);
		const facts = footer(output, options);
		return facts ? [...lines, facts] : lines;
	},
});

/** The model reads these lines; a person reads the footer. */
function withoutFooter(text: string): string {
	return text.replace(/\n*\n?Wall time: [\d.]+ seconds[\s\S]*$/, "").replace(/^\(no output\)$/, "");
}

function footer(output: ViewedOutput<BashDetails>, { theme }: ViewOptions): string | undefined {
	const { details } = output;
	if (output.state === "running" || details?.wallTimeMs === undefined) return undefined;
	const facts = [`Wall: ${(details.wallTimeMs / 1000).toFixed(2)}s`];
	if (details.timeoutSeconds !== undefined) facts.push(`Timeout: ${details.timeoutSeconds}s`);
	if (details.exitCode !== undefined) facts.push(`Exit: ${details.exitCode}`);
	if (details.timedOut) facts.push("timed out");
	const text = `${theme.symbol("bracket.left")}${facts.join(" | ")}${theme.symbol("bracket.right")}`;
	return output.state === "failed" ? theme.error(text) : theme.muted(text);
}
