import type { ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ViewOptions, viewedOutput } from "@oh-my-pi/pi-tools/view";
import { toolViews } from "@oh-my-pi/pi-tools/views";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** No line is cut or wrapped: whoever reads them aloud knows no columns. */
const endlessWidth = 100_000;

export interface TellOptions {
	readonly theme: Theme;
	readonly expanded: boolean;
}

/** What a tool is about to do, in lines. */
export function tellCall(tool: string, args: unknown, options: TellOptions): string {
	const view = toolViews.get(tool);
	const params = shownParams(args);
	const shown = viewOptions(options);
	const title = view?.title?.(params, shown) ?? "";
	const call = view ? (view.call?.(params, shown) ?? []) : [JSON.stringify(params)];
	const [first = "", ...rest] = [title, ...call].filter((line) => line !== "");
	return [`Tool ${tool}: ${first}`, ...rest.map((line) => `  ${line}`)].join("\n");
}

/** What came of it, in lines. */
export function tellResult(
	tool: string,
	args: unknown,
	result: ToolResult | undefined,
	isError: boolean,
	options: TellOptions,
): string {
	const output = viewedOutput(result, isError ? "failed" : "done");
	const shown = { ...output, text: plainText(output.text) };
	const view = toolViews.get(tool);
	const rows = view ? (view.result?.(shown, viewOptions(options), shownParams(args)) ?? []) : shown.text.split("\n");
	const told = rows.filter((row) => row.trim() !== "").map((row) => `  ${row}`);
	const meta = view?.meta?.(shown, viewOptions(options), shownParams(args));
	return [`${isError ? "Failed" : "Done"}: ${tool}${meta ? `, ${meta}` : ""}`, ...told].join("\n");
}

function viewOptions({ theme, expanded }: TellOptions): ViewOptions {
	return { theme, expanded, width: endlessWidth };
}

/** What a model wrote is shown, never obeyed. */
function shownParams(args: unknown): Record<string, unknown> {
	const given = typeof args === "object" && args !== null ? args : {};
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
	);
}
