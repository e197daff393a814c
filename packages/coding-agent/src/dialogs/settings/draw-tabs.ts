import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { SettingsTab } from "@oh-my-pi/pi-utils/settings/setting";

const icons: Readonly<Record<SettingsTab, SymbolKey>> = {
	Appearance: "tab.appearance",
	Model: "tab.model",
	Interaction: "tab.interaction",
	Context: "tab.context",
	Memory: "tab.memory",
	Files: "tab.files",
	Shell: "tab.shell",
	Tools: "tab.tools",
	Tasks: "tab.tasks",
	Providers: "tab.providers",
	Internal: "tab.internal",
};

export interface TabBar {
	readonly tabs: readonly SettingsTab[];
	readonly current: SettingsTab;
	/** While a search is on, how many matches are in each. */
	readonly counts?: ReadonlyMap<SettingsTab, number>;
}

/** The tabs in a row. Where their names do not fit, all but the current one are shown by their signs. */
export function drawTabs({ tabs, current, counts }: TabBar, theme: Theme, width: number): string {
	const drawCurrent = (text: string) =>
		theme.selectedBg(theme.bold(theme.accent(` ${text}${formatCount(current, counts)} `)));
	const drawOther = (text: string, tab: SettingsTab) => {
		const style = counts && !counts.has(tab) ? theme.dim : theme.muted;
		return style(`${text}${formatCount(tab, counts)}`);
	};
	const named = tabs.map((tab) => (tab === current ? drawCurrent(tab) : ` ${drawOther(tab, tab)} `)).join(" ");
	if (visibleWidth(named) <= width) return named;
	const icon = (tab: SettingsTab) => theme.symbol(icons[tab]);
	const short = tabs.map((tab) => (tab === current ? drawCurrent(`${icon(tab)} ${tab}`) : drawOther(icon(tab), tab)));
	const row = short.join(" ");
	return visibleWidth(row) <= width ? row : truncateToWidth(drawCurrent(current), width);
}

function formatCount(tab: SettingsTab, counts: TabBar["counts"]): string {
	const count = counts?.get(tab);
	return count === undefined ? "" : ` ${count}`;
}
