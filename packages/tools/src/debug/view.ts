import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { codeLines, guessLanguage } from "../view/code-lines.ts";
import { foldLines, previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import type { DebugDetails, DebugSnapshot } from "./contract/details.ts";
import type { DebugParams } from "./contract/params.ts";
import type { debugTool } from "./debug.ts";

const maxNameColumns = 20;
const shownVariables = 8;

export const debugView = defineView<typeof debugTool>({
	shape: "inline",
	title: (params) => titleText(callTitle(params)),
	meta: ({ details }) => details?.snapshot && titleText(stateText(details.snapshot)),
	result({ text, details, state }, options) {
		const snapshot = details?.snapshot;
		if (state === "failed" || !details || !snapshot?.source) return previewLines(plainText(text), "head", options);
		return [...sourceRows(snapshot, options), ...variableRows(details, options), ...outputRows(text, options)];
	},
});

function callTitle(params: Partial<DebugParams>): string {
	const { action = "", program, args = [], file, line, expression, pid, port } = params;
	const name = action.replaceAll("_", " ");
	switch (action) {
		case "launch":
			return `Debug ${[program ?? "", ...args].join(" ")}`;
		case "attach":
			return `Debug ${port === undefined ? `process ${pid ?? ""}` : `port ${port}`}`;
		case "set_breakpoint":
		case "remove_breakpoint":
			return `Debug: ${name} ${params.function ?? `${file ?? ""}${line === undefined ? "" : `:${line}`}`}`;
		case "evaluate":
			return `Debug: evaluate ${expression ?? ""}`;
		default:
			return `Debug: ${name}`;
	}
}

function stateText({ state, reason, function: name, path, line, exitCode }: DebugSnapshot): string {
	if (state === "ended") return exitCode === undefined ? "ended" : `exited with ${exitCode}`;
	if (state !== "stopped") return state;
	const place = path === undefined ? (name ?? "") : `${path}:${line}`;
	return `${reason ?? "stopped"} at ${place}`;
}

/** The line where it stopped stands out, also without colors. */
function sourceRows({ path = "", line = 0, source }: DebugSnapshot, options: ViewOptions): string[] {
	const { theme, width } = options;
	const lines = source?.lines.map((one) => plainText(one).replaceAll("\n", " ")) ?? [];
	const firstLine = source?.firstLine ?? 1;
	const columns = String(firstLine + lines.length - 1).length;
	const bar = theme.symbol("boxSharp.vertical");
	return codeLines(lines, guessLanguage(path), options).map((code, index) => {
		const number = firstLine + index;
		const isHere = number === line;
		const gutter = `${isHere ? theme.symbol("nav.cursor") : " "} ${String(number).padStart(columns)}${bar}`;
		const row = truncateToWidth(`${isHere ? theme.accent(gutter) : theme.dim(gutter)}${code}`, width);
		return isHere ? theme.bold(row) : row;
	});
}

/** Names in a column, values behind them. */
function variableRows({ variables = [] }: DebugDetails, options: ViewOptions): string[] {
	const { theme, width } = options;
	const names = variables.map(({ name }) => truncateToWidth(titleText(name), maxNameColumns));
	const columns = Math.max(0, ...names.map(visibleWidth));
	const rows = variables.map(({ value, type }, index) => {
		const name = names[index] ?? "";
		const gap = " ".repeat(columns - visibleWidth(name));
		const kind = type === undefined ? "" : theme.dim(` ${titleText(type)}`);
		return truncateToWidth(`${theme.accent(name)}${gap}  ${titleText(value)}${kind}`, width);
	});
	return foldLines(rows, "head", options, shownVariables);
}

function outputRows(text: string, options: ViewOptions): string[] {
	const output = /\nOutput[^\n]*:\n([\s\S]*)$/.exec(text)?.[1];
	return output === undefined ? [] : previewLines(plainText(output), "tail", options);
}
