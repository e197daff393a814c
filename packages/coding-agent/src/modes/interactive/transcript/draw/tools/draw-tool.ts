import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { drawFrame, type FrameSection, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import type { ToolBlock } from "../../reduce/block.ts";
import type { RenderOptions } from "../parts/block-view.ts";
import { type CallView, callLines, callView, viewOptions } from "./call-view.ts";

/** A call and what came of it, in the shape its tool prefers. */
export function drawTool(block: ToolBlock, render: RenderOptions, width: number): string[] {
	const call = callView(block, viewOptions(render, frameInnerWidth(width), block), render.toolViews);
	if (call.view.shape === "frame") return drawFramed(block, render, width, call);
	return call.view.shape === "gutter" ? drawGutter(block, render, width) : drawInline(block, render, width);
}

/** The same as plain text, whatever the tool's own view would make of it. */
export function drawToolPlainly(block: ToolBlock, render: RenderOptions, width: number): string[] {
	return drawGutter(block, render, width, { plainly: true });
}

/** The sign of a call's state: something under way, gone well, or failed. */
export function stateMark({ state }: ToolBlock, render: RenderOptions, icon: string | undefined): string {
	const { theme } = render;
	if (state === "running") return theme.accent(render.spinner() || theme.symbol("status.pending"));
	if (state === "failed") return theme.error(theme.symbol("status.error"));
	return icon === undefined ? theme.success(theme.symbol("status.done")) : theme.accent(icon);
}

function drawFramed(block: ToolBlock, render: RenderOptions, width: number, call: CallView): string[] {
	const { theme } = render;
	const { view, params, output } = call;
	const inner = frameInnerWidth(width);
	const options = viewOptions(render, inner, block);
	const title = frameTitle(block, render, call, inner);
	const parts = output && view.parts?.(output, options, params);
	const asked = wrapped(callLines(call, block, options), inner);
	const answered = output && !parts ? wrapped(view.result?.(output, options, params) ?? [], inner) : [];
	const sections: FrameSection[] = [];
	if (parts) {
		for (const part of parts) sections.push({ title: part.title, rows: wrapped(part.rows, inner) });
		if (title) sections.unshift({ title, rows: asked });
	} else if (asked.length === 0) sections.push({ ...(title && { title }), rows: answered });
	else {
		sections.push({ ...(title && { title }), rows: asked });
		if (answered.length > 0) sections.push({ title: theme.muted("Output"), rows: answered.map(theme.toolOutput) });
	}
	return drawFrame(sections, { width, theme, border: borderOf(block, theme) });
}

/** Without a title a frame says nothing about its state until it has one to say. */
function frameTitle(block: ToolBlock, render: RenderOptions, call: CallView, width: number): string | undefined {
	const { view, params, output, title } = call;
	const options = viewOptions(render, width, block);
	const icon = view.icon?.(params, render.theme);
	const meta = output && view.meta?.(output, options, params);
	if (title === "") return block.state === "done" ? undefined : stateMark(block, render, icon);
	return [stateMark(block, render, icon), render.theme.toolTitle(title), ...(meta ? [meta] : [])].join(" ");
}

/** `● $ bun test`, and below it what came of it behind a bar. */
function drawGutter(block: ToolBlock, render: RenderOptions, width: number, { plainly = false } = {}): string[] {
	const { theme } = render;
	const side = " ".repeat(render.padding());
	const indent = `${side}  `;
	const options = viewOptions(render, width - indent.length - 2 - side.length, block);
	const call = callView(block, options, plainly ? undefined : render.toolViews);
	const { view, params, output, title } = call;
	const mark = stateMark(block, render, view.icon?.(params, theme));
	const meta = output && view.meta?.(output, options, params);
	const asked = wrapped(callLines(call, block, options), options.width + 2);
	const head = title === "" ? [] : [[theme.toolTitle(title), ...(meta ? [theme.muted(meta)] : [])].join(" ")];
	const [first = "", ...rest] = [...wrapped(head, options.width + 2), ...asked];
	const answered = output ? wrapped(view.result?.(output, options, params) ?? [], options.width) : [];
	return [
		`${side}${mark} ${first}`,
		...rest.map((row) => indent + row),
		...gutterRows(answered.map(theme.toolOutput), { theme, indent }),
	];
}

/** Rows behind a bar, below the call they belong to. */
export function gutterRows(rows: readonly string[], { theme, indent }: { theme: Theme; indent: string }): string[] {
	const bar = theme.borderMuted(theme.symbol("boxSharp.vertical"));
	return rows.map((row) => `${indent}${bar} ${row}`);
}

function drawInline(block: ToolBlock, render: RenderOptions, width: number): string[] {
	const { theme } = render;
	const side = " ".repeat(render.padding());
	const inner = Math.max(1, width - 2 * side.length);
	const indent = side.length + 2;
	const options = viewOptions(render, width - indent - side.length, block);
	const { view, params, output, title } = callView(block, options, render.toolViews);
	const meta = output && view.meta?.(output, options, params);
	const head = [
		stateMark(block, render, view.icon?.(params, theme)),
		theme.toolTitle(title),
		...(meta ? [theme.muted(meta)] : []),
	].join(" ");
	const result = output ? (view.result?.(output, options, params) ?? []) : [];
	const rows = wrapped(block.state === "failed" ? result.map((line) => theme.error(line)) : result, options.width);
	return [...wrapped([head], inner).map((row) => side + row), ...rows.map((row) => " ".repeat(indent) + row)];
}

function borderOf({ state }: ToolBlock, theme: Theme) {
	return { running: theme.borderMuted, done: theme.border, failed: theme.error }[state];
}

function wrapped(lines: readonly string[], width: number): string[] {
	return lines.flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width)));
}
