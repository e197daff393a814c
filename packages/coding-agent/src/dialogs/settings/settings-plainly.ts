import { panelTabs, panelValue } from "../../settings/catalog/panel-tabs.ts";
import { parseValue } from "../../settings/catalog/parse-value.ts";
import { unusedReason } from "../../settings/catalog/unused-reason.ts";
import type { PlainLines } from "../contract/dialog.ts";
import { type PanelRow, panelRows } from "./panel-rows.ts";
import { settingNotes } from "./setting-facts.ts";
import { isThemeSetting } from "./setting-preview.ts";
import type { SettingsPanelOptions } from "./settings-panel.ts";

/** The settings line by line: a tab, a setting, its value, and from the start until an empty answer. */
export async function settingsPlainly(options: SettingsPanelOptions, lines: PlainLines): Promise<undefined> {
	const { settings, showsImages, search = "" } = options;
	const facts = { showsImages, isSearching: search !== "" };
	for (;;) {
		const tabs = panelTabs(settings, facts);
		const choices = tabs.map(({ tab, groups }) => ({
			value: tab,
			label: tab,
			description: groups.map(({ title }) => title).join(", "),
		}));
		const tab = search === "" ? await lines.choose("Settings", choices) : tabs[0]?.tab;
		if (tab === undefined) return undefined;
		const title = search === "" ? tab : `Settings with "${search}"`;
		while (await changeOne(options, panelRows(panelTabs(settings, facts), tab, search), title, lines));
		if (search !== "") return undefined;
	}
}

async function changeOne(
	options: SettingsPanelOptions,
	rows: readonly PanelRow[],
	title: string,
	lines: PlainLines,
): Promise<boolean> {
	const { settings } = options;
	const choices = rows.map(({ setting }) => ({
		value: setting,
		label: `${setting.label}: ${panelValue(setting, settings.get(setting))}`,
		description: [setting.help, ...settingNotes(settings, setting)].join(" "),
	}));
	const setting = await lines.choose(title, choices);
	if (!setting) return false;
	const unused = unusedReason(setting.key);
	if (unused !== undefined) {
		lines.say(`${setting.key} cannot be changed here: ${unused}`);
		return true;
	}
	const values =
		setting.type === "boolean" ? ["true", "false"] : isThemeSetting(setting) ? options.themes : setting.values;
	const typed = values
		? await lines.choose(
				setting.label,
				values.map((value) => ({ value, label: value })),
			)
		: await lines.enter(`${setting.label} (${setting.type})`, { secret: setting.credential ?? false });
	if (typed === undefined) return true;
	const parsed = parseValue(setting, typed);
	if ("problem" in parsed) lines.say(parsed.problem);
	else {
		settings.set(setting, parsed.value);
		lines.say(`Set ${setting.key} = ${panelValue(setting, parsed.value)}`);
	}
	return true;
}
