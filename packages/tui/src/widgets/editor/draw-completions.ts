import { fitToWidth } from "../../text/pad.ts";
import { truncateToWidth } from "../../text/truncate.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import type { Theme } from "../../theme/theme.ts";
import { listWindow, scrollbar } from "../list-window.ts";
import type { CompletionItem } from "./completions.ts";

const MAX_LABEL_COLUMNS = 32;

/** The list below the editor. */
export function drawCompletions(
	items: readonly CompletionItem[],
	selected: number,
	options: { readonly width: number; readonly maxVisible: number; readonly theme: Theme },
): string[] {
	const { theme, width } = options;
	const window = listWindow(items.length, selected, options.maxVisible);
	const visible = items.slice(window.start, window.end);
	const widest = visible.reduce((columns, item) => Math.max(columns, visibleWidth(item.label)), 0);
	const labelColumns = Math.min(widest, MAX_LABEL_COLUMNS, Math.max(1, width - 4));
	const cursor = theme.symbol("nav.cursor");
	const bar = scrollbar(items.length, window, {
		track: theme.dim(theme.symbol("scrollbar.track")),
		thumb: theme.accent(theme.symbol("scrollbar.thumb")),
	});
	return visible.map((item, index) => {
		const isSelected = window.start + index === selected;
		const label = fitToWidth(truncateToWidth(item.label, labelColumns, theme.symbol("text.ellipsis")), labelColumns);
		const lead = isSelected
			? theme.accent(`${cursor} ${label}`)
			: `${" ".repeat(visibleWidth(cursor))} ${theme.text(label)}`;
		const description = item.description ? `  ${theme.muted(item.description.replaceAll("\n", " "))}` : "";
		const sign = bar[index] ?? "";
		const room = Math.max(1, width - (sign === "" ? 0 : 2));
		const row = truncateToWidth(lead + description, room, theme.symbol("text.ellipsis"));
		return sign === "" ? row : `${fitToWidth(row, room)} ${sign}`;
	});
}
