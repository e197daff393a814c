import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { codeLines } from "../view/code-lines.ts";
import { foldNote } from "../view/fold-note.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf } from "../view/title-text.ts";
import type { ViewedOutput, ViewOptions } from "../view/view.ts";
import type { BashDetails } from "./result.ts";

const foldedCommandRows = 8;

/** The end of the output, what else is said, and the footer. */
export function commandResultRows(output: ViewedOutput<BashDetails>, options: ViewOptions): string[] {
	const { async: background } = output.details ?? {};
	if (background) {
		// What the model is told about the job is not for people.
		const before = output.text.replace(/^Backgrounded as job [\s\S]*$/m, "");
		return [
			...previewLines(before, "tail", options),
			options.theme.muted(`Running in background (${background.jobId})`),
		];
	}
	const { shown, notices } = withoutFooter(output.text);
	const facts = footer(output, options);
	return [
		...previewLines(shown, "tail", options),
		...notices.map((notice) => options.theme.muted(notice)),
		...(facts ? [facts] : []),
	];
}

/** A command behind its prompt; folded only as many rows as are read at a glance. */
export function commandRows(command: string, options: ViewOptions): string[] {
	const { theme, expanded, width } = options;
	const [first = "", ...rest] = codeLines(visibleText(command).split("\n"), "bash", options);
	const lines = [`${theme.bashMode("$")} ${first}`, ...rest.map((line) => `  ${line}`)];
	if (expanded) return lines;
	const rows = lines.flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width)));
	if (rows.length <= foldedCommandRows) return rows;
	const hidden = rows.length - foldedCommandRows + 1;
	return [...rows.slice(0, foldedCommandRows - 1), foldNote(countOf(hidden, "more line", "more lines"), options)];
}

/** The model reads how long it took and what it came to in words; a person reads the footer. What else is said stays. */
function withoutFooter(text: string): { shown: string; notices: string[] } {
	const start = text.lastIndexOf("\n\nWall time: ");
	if (start === -1) return { shown: text, notices: [] };
	const shown = text.slice(0, start).replace(/^\(no output\)$/, "");
	const footerLines = text.slice(start).trimStart().split("\n").slice(1);
	return { shown, notices: footerLines.filter((line) => line !== "" && !/^Command exited with code \d+$/.test(line)) };
}

function footer(output: ViewedOutput<BashDetails>, { theme }: ViewOptions): string | undefined {
	const { details } = output;
	if (output.state === "running" || details?.wallTimeMs === undefined) return undefined;
	const facts = [`Wall: ${(details.wallTimeMs / 1000).toFixed(2)}s`];
	if (details.timeoutSeconds !== undefined) facts.push(`Timeout: ${details.timeoutSeconds}s`);
	if (details.exitCode !== undefined) facts.push(`Exit: ${details.exitCode}`);
	if (details.timedOut) facts.push("timed out");
	const text = `${theme.symbol("bracket.left")}${facts.join(" | ")}${theme.symbol("bracket.right")}`;
	return output.state === "failed" ? theme.error(text) : theme.dim(text);
}
