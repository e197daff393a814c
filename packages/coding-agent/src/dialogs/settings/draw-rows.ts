import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { panelValue } from "../../settings/catalog/panel-tabs.ts";
import { unusedReason } from "../../settings/catalog/unused-reason.ts";
import type { Settings } from "../../settings/settings.ts";
import { drawList } from "../parts/draw-list.ts";
import { type PanelRow, sectionStarts } from "./panel-rows.ts";
import { isChanged, overriddenBy } from "./setting-facts.ts";

export interface RowsDrawing {
	readonly rows: readonly PanelRow[];
	readonly selected: number;
	readonly settings: Settings;
	readonly isSearch: boolean;
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
}

/** The settings with their values under the headings of their sections. */
export function drawRows(drawing: RowsDrawing): string[] {
	const { rows, selected, isSearch, theme, width, height } = drawing;
	const starts = new Set(sectionStarts(rows));
	const lines: Array<{ heading: string } | { row: PanelRow; index: number }> = rows.flatMap((row, index) => {
		const heading = isSearch ? `${row.tab} ${theme.symbol("nav.folded")} ${row.group}` : row.group;
		return starts.has(index) ? [{ heading }, { row, index }] : [{ row, index }];
	});
	const labelColumns = Math.min(
		Math.max(...rows.map(({ setting }) => visibleWidth(setting.label)), 0),
		Math.floor(width * 0.55),
	);
	return drawList({
		count: lines.length,
		selected: lines.findIndex((line) => "index" in line && line.index === selected),
		height,
		width,
		theme,
		draw: (at, isSelected, room) => {
			const line = lines[at];
			if (!line) return [""];
			if ("heading" in line) return [theme.bold(theme.mdHeading(line.heading))];
			return [drawRow(line.row, { ...drawing, isSelected, labelColumns, room })];
		},
	});
}

function drawRow(
	{ setting }: PanelRow,
	drawing: RowsDrawing & { isSelected: boolean; labelColumns: number; room: number },
): string {
	const { settings, theme, isSelected, labelColumns, room } = drawing;
	const value = settings.get(setting);
	const changed = isChanged(settings, setting);
	const dot = changed ? theme.accent(theme.symbol("list.bullet")) : " ";
	const label = fitToWidth(truncateToWidth(setting.label, labelColumns, theme.symbol("text.ellipsis")), labelColumns);
	const text = plainText(panelValue(setting, value)).replaceAll("\n", " ");
	const unused = unusedReason(setting.key);
	const shown = unused === undefined ? text : `${text} – ${unused}`;
	const style =
		unused !== undefined ? theme.dim : value === true ? theme.success : changed ? theme.accent : theme.muted;
	const labelStyle = isSelected ? theme.accent : unused === undefined ? (label: string) => label : theme.dim;
	const by = overriddenBy(settings, setting);
	const note = by ? theme.warning(` (${by.replace(/^(the|a) /, "")})`) : "";
	const valueRoom = Math.max(1, room - labelColumns - 4 - visibleWidth(note));
	return `${dot} ${labelStyle(label)}  ${style(truncateToWidth(shown, valueRoom, theme.symbol("text.ellipsis")))}${note}`;
}
