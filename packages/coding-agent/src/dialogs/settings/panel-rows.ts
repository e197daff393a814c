import { fuzzyScore } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import type { Setting, SettingsTab } from "@oh-my-pi/pi-utils/settings/setting";
import type { PanelTab } from "../../settings/catalog/panel-tabs.ts";

export interface PanelRow {
	readonly tab: SettingsTab;
	readonly group: string;
	readonly setting: Setting<unknown>;
}

/** The rows of a tab, or with a query those of every tab that match it. */
export function panelRows(tabs: readonly PanelTab[], tab: SettingsTab, query: string): readonly PanelRow[] {
	if (query.trim() === "") return buildRows(tabs.filter((candidate) => candidate.tab === tab));
	const all = buildRows(tabs);
	const found = all.filter((row) => says(row, query));
	// Only when nothing says it: letters may have been left out.
	return found.length > 0
		? found
		: all.filter(({ setting }) => (fuzzyScore(query, `${setting.label} ${setting.key}`) ?? 0) > 0);
}

function buildRows(tabs: readonly PanelTab[]): readonly PanelRow[] {
	return tabs.flatMap(({ tab, groups }) =>
		groups.flatMap(({ title, settings }) => settings.map((setting) => ({ tab, group: title, setting }))),
	);
}

/** Every word is in the name, the section or the description. */
function says({ setting, group }: PanelRow, query: string): boolean {
	const { key, label, help } = setting;
	const prose = `${label} ${key} ${group} ${help}`.toLowerCase();
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((word) => prose.includes(word));
}

/** How many rows of each tab are among these. */
export function countByTab(rows: readonly PanelRow[]): ReadonlyMap<SettingsTab, number> {
	const counts = new Map<SettingsTab, number>();
	for (const { tab } of rows) counts.set(tab, (counts.get(tab) ?? 0) + 1);
	return counts;
}

/** The first row of the next section, or of the one before; it goes round. */
export function nextSection(rows: readonly PanelRow[], from: number, step: 1 | -1): number {
	const starts = sectionStarts(rows);
	if (starts.length === 0) return 0;
	const here = starts.findLastIndex((start) => start <= from);
	return starts[(here + step + starts.length) % starts.length] ?? 0;
}

export function sectionStarts(rows: readonly PanelRow[]): readonly number[] {
	return rows.flatMap((row, index) => {
		const before = rows[index - 1];
		return before?.group === row.group && before.tab === row.tab ? [] : [index];
	});
}
