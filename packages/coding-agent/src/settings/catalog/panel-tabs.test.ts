import { expect, test } from "bun:test";
import "../../assembly/feature-settings.ts";
import { searxngSettings } from "@oh-my-pi/pi-tools/web-search/provider/settings";
import { compactionSettings } from "../sections/agent/compaction.ts";
import { providerSettings } from "../sections/model/providers.ts";
import { Settings, type SettingsLayers } from "../settings.ts";
import { panelTabs, panelValue } from "./panel-tabs.ts";
import { unusedReason } from "./unused-reason.ts";

function keys(global: SettingsLayers["global"], showsImages = true, isSearching = true): string[] {
	const tabs = panelTabs(new Settings({ ...(global && { global }) }), { showsImages, isSearching });
	return tabs.flatMap(({ groups }) => groups.flatMap(({ settings }) => settings.map(({ key }) => key)));
}

test("panel: tabs are in order, without file-only settings", () => {
	const tabs = panelTabs(new Settings(), { showsImages: true, isSearching: true });
	expect(tabs.map(({ tab }) => tab)).toEqual([
		"Appearance",
		"Model",
		"Interaction",
		"Context",
		"Memory",
		"Files",
		"Shell",
		"Tools",
		"Tasks",
		"Providers",
	]);
	expect(tabs[0]?.groups.map(({ title }) => title)).toEqual(["Theme", "Status Line", "Display", "Images"]);
	expect(keys({})).not.toContain("modelRoles");
});

test("panel: settings without effect are only there for a search", () => {
	const unused = (isSearching: boolean) => keys({}, true, isSearching).filter((key) => unusedReason(key) !== undefined);
	expect(unused(true)).toContain("speech.enabled");
	expect(unused(false)).toEqual([]);
});

test("panel: rows whose condition is false are hidden", () => {
	const startingWith = (prefix: string, global: SettingsLayers["global"]) =>
		keys(global).filter((key) => key.startsWith(prefix)).length;
	expect([startingWith("hindsight.", {}), startingWith("mnemopi.", {})]).toEqual([0, 0]);
	expect(startingWith("hindsight.", { memory: { backend: "hindsight" } })).toBeGreaterThan(20);
	expect(startingWith("mnemopi.", { memory: { backend: "mnemopi" } })).toBeGreaterThan(20);
	expect(startingWith("advisor.", {})).toBe(1);
	expect(startingWith("advisor.", { advisor: { enabled: true } })).toBe(4);
	expect([keys({}, true), keys({}, false)].map((all) => all.includes("terminal.showImages"))).toEqual([true, false]);
});

test("panel: special numbers and mappings are shown as text, and secrets are masked", () => {
	expect(panelValue(compactionSettings.thresholdPercent, -1)).toBe("default");
	expect(panelValue(compactionSettings.thresholdPercent, 70)).toBe("70");
	expect(panelValue(providerSettings.maxInFlightRequests, {})).toBe("Unlimited");
	expect(panelValue(providerSettings.maxInFlightRequests, { openai: 2 })).toBe('{"openai":2}');
	expect([panelValue(searxngSettings.token, "s3cret"), panelValue(searxngSettings.token, undefined)]).toEqual([
		"********",
		"(not set)",
	]);
});
