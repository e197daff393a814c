import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { SettingsTab } from "@oh-my-pi/pi-utils/settings/setting";
import type { Settings } from "../../settings/settings.ts";
import type { ChoiceMenu } from "../parts/choice-menu.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";
import { drawRows } from "./draw-rows.ts";
import { drawTabs } from "./draw-tabs.ts";
import { PanelEditor } from "./panel-editor.ts";
import { countByTab, type PanelRow } from "./panel-rows.ts";
import { settingNotes } from "./setting-facts.ts";
import { changesTheLook } from "./setting-preview.ts";

export interface PanelPicture {
	readonly tabs: readonly SettingsTab[];
	readonly tab: SettingsTab;
	readonly rows: readonly PanelRow[];
	readonly selected: number;
	readonly query: string;
	readonly searchField: (width: number) => string;
	readonly open: PanelEditor | ChoiceMenu<string> | undefined;
	/** What the last key came to, when that is not to be seen. */
	readonly notice: string | undefined;
	readonly settings: Settings;
	readonly statusLine: (width: number) => string;
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly width: number;
	readonly height: number;
}

/** Narrower than this there is no list of sections beside the rows. */
const narrowestSplit = 64;

/** The panel as rows of the screen, and how many settings a page of it has. */
export function drawPanel(picture: PanelPicture): { drawn: string[]; page: number } {
	const { theme, width, height, rows, query } = picture;
	const inner = Math.max(1, width - 2);
	const rule = theme.borderMuted(theme.symbol("boxRound.horizontal").repeat(inner));
	const counts = query === "" ? {} : { counts: countByTab(rows) };
	const head = [
		drawTabs({ ...picture, current: picture.tab, ...counts }, theme, inner),
		drawSearch(picture, inner),
		rule,
	];
	const foot = [rule, ...drawFoot(picture, inner), keyHints(hints(picture), theme, inner)];
	const page = Math.max(1, height - head.length - foot.length);
	const body = drawBody(picture, inner, page);
	while (body.length < page) body.push("");
	const drawn = [...head, ...body.slice(0, page), ...foot].map((row) => ` ${truncateToWidth(row, inner)}`);
	return { drawn: drawn.slice(0, height), page };
}

function drawSearch({ query, rows, theme, searchField }: PanelPicture, width: number): string {
	if (query === "") return searchField(width);
	const found = `  ${rows.length} ${rows.length === 1 ? "match" : "matches"}`;
	const room = Math.max(1, width - visibleWidth(found));
	return searchField(room) + theme.muted(found);
}

function drawBody(picture: PanelPicture, width: number, height: number): string[] {
	const { open, rows, theme, query } = picture;
	if (open && !(open instanceof PanelEditor)) return open.draw(width, height);
	if (rows.length === 0) return [theme.muted(`No settings match "${query}". Esc clears the search.`)];
	const drawing = { ...picture, isSearch: query !== "", height };
	if (width < narrowestSplit) return drawRows({ ...drawing, width });
	const sections = drawSections(picture);
	const leftColumns = Math.max(...sections.map(visibleWidth), 0);
	const right = drawRows({ ...drawing, width: width - leftColumns - 3 });
	const edge = theme.borderMuted(theme.symbol("boxRound.vertical"));
	return Array.from(
		{ length: height },
		(_, row) => `${fitToWidth(sections[row] ?? "", leftColumns)} ${edge} ${right[row] ?? ""}`,
	);
}

/** The sections of the tab, the one with the cursor marked. */
function drawSections({ rows, selected, tab, theme }: PanelPicture): string[] {
	const here = rows[selected];
	const mark = theme.symbol("nav.folded");
	const blank = " ".repeat(visibleWidth(mark));
	const titles = [...new Set(rows.filter((row) => row.tab === tab).map(({ group }) => group))];
	return titles.map((title) =>
		title === here?.group ? theme.accent(`${mark} ${title}`) : theme.muted(`${blank} ${title}`),
	);
}

function drawFoot(picture: PanelPicture, width: number): string[] {
	const { open, rows, selected, notice, theme, settings, statusLine } = picture;
	if (open instanceof PanelEditor) return open.draw(width);
	const setting = rows[selected]?.setting;
	if (!setting) return ["", ""];
	const notes = settingNotes(settings, setting).join("; ");
	const help = `${theme.muted(setting.key)}  ${setting.help}${notes ? ` ${theme.warning(notes)}` : ""}`;
	const lines = notice === undefined ? wrapTextWithAnsi(help, width).slice(0, 2) : [theme.warning(notice)];
	const preview = changesTheLook(setting) ? [statusLine(width)] : [];
	return [...lines, ...(lines.length < 2 ? [""] : []), ...preview];
}

function hints({ open, query, theme }: PanelPicture): KeyHint[] {
	const sideways = `${theme.symbol("nav.left")}/${theme.symbol("nav.right")}`;
	const upDown = `${theme.symbol("nav.up")}/${theme.symbol("nav.down")}`;
	if (open instanceof PanelEditor)
		return [
			["Enter", "save"],
			["Esc", "back"],
		];
	if (open)
		return [
			["Enter", "choose"],
			[upDown, "look"],
			["type", "to search"],
			["Esc", "back"],
		];
	if (query !== "")
		return [
			["Enter", "change"],
			[sideways, "tabs"],
			["Tab", "sections"],
			["Esc", "end search"],
		];
	return [
		["Enter/Space", "change"],
		["Tab", "sections"],
		[sideways, "tabs"],
		["r", "reset"],
		["type", "to search"],
		["Esc", "close"],
	];
}
