import { readLines } from "@oh-my-pi/pi-tools/read/view";
import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { titleText } from "@oh-my-pi/pi-tools/view/title-text";
import { treeLines } from "@oh-my-pi/pi-tools/view/tree-lines";
import { type ViewOptions, viewedOutput } from "@oh-my-pi/pi-tools/view/view";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { ToolBlock } from "../../reduce/block.ts";
import type { RenderOptions } from "../parts/block-view.ts";
import { viewOptions } from "./call-view.ts";
import { drawTool, gutterRows, stateMark } from "./draw-tool.ts";

const collapsedReads = 8;

/** One read is a line, several are a tree; with `read.toolResultPreview` or on request each is a frame with its lines. */
export function drawReads(calls: readonly ToolBlock[], render: RenderOptions, width: number): string[] {
	if (render.expanded() || render.showReads()) return calls.flatMap((call) => drawRead(call, render, width));
	const [only] = calls;
	if (only && calls.length === 1) return drawTool(only, render, width);
	const { theme } = render;
	const side = " ".repeat(render.padding());
	const options = viewOptions(render, width - 2 * side.length - 2);
	const running = calls.find(({ state }) => state === "running");
	const mark = running ? stateMark(running, render, undefined) : theme.success(theme.symbol("list.bullet"));
	const shown = calls.slice(0, collapsedReads);
	const tree = treeLines(
		shown.map((call) => ({ text: readText(call, render) })),
		options,
	);
	const hidden = calls.length - shown.length;
	const note = hidden > 0 ? [foldNote(`${hidden} more files`, options)] : [];
	return [
		`${side}${mark} ${theme.toolTitle(`Read (${calls.length})`)}`,
		...[...tree, ...note].map((row) => `${side}  ${row}`),
	];
}

function drawRead(call: ToolBlock, render: RenderOptions, width: number): string[] {
	const { theme } = render;
	const side = " ".repeat(render.padding());
	const indent = `${side}  `;
	const inner = Math.max(1, width - indent.length - 2 - side.length);
	const rows = resultLines(call, viewOptions(render, inner)).flatMap((line) => wrapTextWithAnsi(line, inner));
	if (rows.length === 0) return drawTool(call, render, width);
	const title = `${side}${stateMark(call, render, undefined)} ${theme.toolTitle(`Read ${pathOf(call)}`)}`;
	const styled = call.state === "failed" ? rows.map((row) => theme.error(row)) : rows;
	return [title, ...gutterRows(styled, { theme, indent })];
}

function resultLines(call: ToolBlock, options: ViewOptions): string[] {
	return call.output ? readLines(viewedOutput(call.output, call.state), options, pathOf(call)) : [];
}

/** A failure says why; the others need no more than their name. */
function readText(call: ToolBlock, render: RenderOptions): string {
	const path = pathOf(call);
	if (call.state !== "failed") return call.state === "running" ? render.theme.muted(path) : path;
	const { text } = viewedOutput(call.output, call.state);
	return `${stateMark(call, render, undefined)} ${path} ${render.theme.error(titleText(text))}`;
}

function pathOf({ args }: ToolBlock): string {
	return typeof args === "object" && args !== null && "path" in args ? titleText(String(args.path)) : "";
}
