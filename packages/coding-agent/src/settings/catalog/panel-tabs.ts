import { type Setting, type SettingsTab, settingsTabs } from "@oh-my-pi/pi-utils/settings/setting";
import { advisorSettings } from "../sections/services/advisor.ts";
import type { Settings } from "../settings.ts";
import { allSettings } from "./all-settings.ts";
import { formatValue } from "./format-value.ts";
import { unusedReason } from "./unused-reason.ts";

export interface PanelTab {
	readonly tab: SettingsTab;
	readonly groups: ReadonlyArray<{ readonly title: string; readonly settings: ReadonlyArray<Setting<unknown>> }>;
}

/** Conditions of rows besides other settings. */
export interface PanelFacts {
	readonly showsImages: boolean;
	/** Settings without effect are found by a search and not listed otherwise. */
	readonly isSearching?: boolean;
}

/** Settings by tab and group, without file-only ones and those whose condition is false. */
export function panelTabs(settings: Settings, facts: PanelFacts): readonly PanelTab[] {
	const shown = allSettings.filter((setting) => !setting.fileOnly && isMeaningful(setting, settings, facts));
	const tabs = settingsTabs.map((tab) => {
		const inTab = shown.filter((setting) => setting.place.tab === tab);
		const titles = [...new Set(inTab.map((setting) => setting.place.group))];
		const groups = titles.map((title) => ({
			title,
			settings: inTab.filter((setting) => setting.place.group === title),
		}));
		return { tab, groups };
	});
	return tabs.filter(({ groups }) => groups.length > 0);
}

/** Formats a value for a row; special numbers are shown as text. */
export function panelValue(setting: Setting<unknown>, value: unknown): string {
	if (setting.credential && value !== undefined && value !== "") return "********";
	if (value === -1 && setting.default === -1) return "default";
	if (setting.key === "providers.maxInFlightRequests" && Bun.deepEquals(value, {})) return "Unlimited";
	return formatValue(value);
}

const imageKeys = ["terminal.showImages"];

function isMeaningful({ key, onlyWith }: Setting<unknown>, settings: Settings, facts: PanelFacts): boolean {
	if (!facts.isSearching && unusedReason(key) !== undefined) return false;
	if (onlyWith) {
		const other = allSettings.find((setting) => setting.key === onlyWith.key);
		if (other && settings.get(other) !== onlyWith.value) return false;
	}
	if (key.startsWith("advisor.") && key !== advisorSettings.enabled.key) return settings.get(advisorSettings.enabled);
	return facts.showsImages || !imageKeys.includes(key);
}
