import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../preview-lines.ts";
import { defineView, type ViewedOutput, type ViewOptions } from "../view.ts";
import { bashTool } from "./bash.ts";
import type { BashDetails } from "./result.ts";

const foldedCommandLines = 8;

export const bashView = defineView(bashTool, {
	shape: "frame",
	call(params, { theme, expanded }) {
		const [first = "", ...rest] = plainText(params.command ?? "").split("\n");
		const lines = [`${theme.bashMode("$")} ${first}`, ...rest.map((line) => `  ${line}`)];
		if (expanded || lines.length <= foldedCommandLines) return lines;
		const hidden = lines.length - foldedCommandLines + 1;
		const note = `${theme.symbol("text.ellipsis")} ${hidden} more lines (ctrl+o to expand)`;
		return [...lines.slice(0, foldedCommandLines - 1), theme.muted(note)];
	},
	result(output, options) {
		const { shown, notices } = withoutFooter(output.text);
		const facts = footer(output, options);
		return [
			...previewLines(shown, "tail", options),
			...notices.map((notice) => options.theme.muted(notice)),
			...(facts ? [facts] : []),
		];
	},
});

/** The model reads how long it took and what it came to in words; a person reads the footer. What else is said stays. */
function withoutFooter(text: string): { shown: string; notices: string[] } {
	const start = text.lastIndexOf("\n\nWall time: ");
	if (start === -1) return { shown: text, notices: [] };
	const shown = text.slice(0, start).replace(/^\(no output\)$/, "");
	const said = text.slice(start).trimStart().split("\n").slice(1);
	return { shown, notices: said.filter((line) => line !== "" && !/^Command exited with code \d+$/.test(line)) };
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
