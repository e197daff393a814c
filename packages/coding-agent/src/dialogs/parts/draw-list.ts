import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { listWindow, scrollbar } from "@oh-my-pi/pi-tui/widgets/list-window";

export interface ListDrawing {
	readonly count: number;
	readonly selected: number;
	/** Rows to fill at most. */
	readonly height: number;
	readonly width: number;
	readonly theme: Theme;
	/** Every item takes as many; one unless said. */
	readonly rowsPerItem?: number;
	/** The rows of an item, without the cursor before the first. */
	draw(index: number, isSelected: boolean, width: number): readonly string[];
	/** Rows nobody can choose, such as headings, have neither cursor nor background. */
	isPlain?(index: number): boolean;
}

/** The part of a list around its cursor, with a scrollbar when not everything fits. */
export function drawList(list: ListDrawing): string[] {
	const { count, selected, height, width, theme, rowsPerItem = 1, draw } = list;
	const window = listWindow(count, selected, Math.max(1, Math.floor(height / rowsPerItem)));
	const bar = scrollbar(count, window, {
		track: theme.dim(theme.symbol("scrollbar.track")),
		thumb: theme.accent(theme.symbol("scrollbar.thumb")),
	});
	const cursor = theme.symbol("nav.cursor");
	const blank = " ".repeat(visibleWidth(cursor));
	const hasBar = bar.some((sign) => sign !== "");
	const room = Math.max(1, width - visibleWidth(cursor) - 1 - (hasBar ? 2 : 0));
	const rows: string[] = [];
	for (let index = window.start; index < window.end; index++) {
		const isSelected = index === selected && !list.isPlain?.(index);
		for (const [row, text] of draw(index, isSelected, room).entries()) {
			const lead = isSelected && row === 0 ? theme.accent(cursor) : blank;
			const drawn = fitToWidth(
				`${lead} ${truncateToWidth(text, room, theme.symbol("text.ellipsis"))}`,
				width - (hasBar ? 2 : 0),
			);
			const looked = isSelected ? theme.selectedBg(drawn) : drawn;
			rows.push(hasBar ? `${looked} ${bar[index - window.start] ?? ""}` : looked);
		}
	}
	return rows;
}
