import type { ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ViewOptions, viewedOutput } from "@oh-my-pi/pi-tools/view/view";
import { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ToolViews } from "../transcript/draw/parts/block-view.ts";

/** No line is cut or wrapped: a screen reader has no columns. */
const endlessWidth = 100_000;

export interface DescribeOptions {
	readonly theme: Theme;
	readonly toolViews: ToolViews;
	readonly expanded: boolean;
}

/** What a tool is about to do, in lines. */
export function describeCall(tool: string, args: unknown, options: DescribeOptions): string {
	const view = options.toolViews.get(tool);
	const params = shownParams(args);
	const shown = viewOptions(options);
	const title = view?.title?.(params, shown) ?? "";
	const call = view ? (view.call?.(params, shown) ?? []) : [JSON.stringify(params)];
	const [first = "", ...rest] = [title, ...call].filter((line) => line !== "");
	return [`Tool ${tool}: ${first}`, ...rest.map((line) => `  ${line}`)].join("\n");
}

/** The result of a call, in lines. */
export function describeResult(
	tool: string,
	args: unknown,
	result: ToolResult | undefined,
	isError: boolean,
	options: DescribeOptions,
): string {
	const output = viewedOutput(result, isError ? "failed" : "done");
	const shown = { ...output, text: plainText(output.text) };
	const view = options.toolViews.get(tool);
	const rows = view ? (view.result?.(shown, viewOptions(options), shownParams(args)) ?? []) : shown.text.split("\n");
	const indented = rows.filter((row) => row.trim() !== "").map((row) => `  ${row}`);
	const meta = view?.meta?.(shown, viewOptions(options), shownParams(args));
	return [`${isError ? "Failed" : "Done"}: ${tool}${meta ? `, ${meta}` : ""}`, ...indented].join("\n");
}

function viewOptions({ theme, expanded }: DescribeOptions): ViewOptions {
	return { theme, expanded, width: endlessWidth };
}

/** What a model wrote is shown, never obeyed. */
function shownParams(args: unknown): Record<string, unknown> {
	const params = typeof args === "object" && args !== null ? args : {};
	return Object.fromEntries(
		Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? visibleText(value) : value]),
	);
}
