import { describe, expect, test } from "bun:test";
// The list of settings is complete with those of features.
import "../../assembly/feature-settings.ts";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { findSetting } from "../../settings/catalog/find-setting.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import { appearanceSettings, themeSettings } from "../../settings/sections/screen/appearance.ts";
import { statusLineSettings } from "../../settings/sections/screen/status-line.ts";
import type { SettingsLayers } from "../../settings/settings.ts";
import { dialogPictures } from "../testing/dialog-pictures.ts";
import { openDialog } from "../testing/open-dialog.ts";
import { panelOptions } from "../testing/panel-options.ts";
import { scriptedLines } from "../testing/scripted-lines.ts";
import { settingsDialog } from "./settings-dialog.ts";

const enter = "\r";
const esc = "\x1b";
const down = "\x1b[B";
const right = "\x1b[C";
const tab = "\t";

function openPanel(layers: SettingsLayers = {}, search = "") {
	const { settings, previews, options } = panelOptions(layers, { search });
	const panel = openDialog(settingsDialog(options), { rows: 24 });
	return { settings, previews, ...panel, screen: (width = 100) => panel.rows(width).join("\n") };
}

function settingNamed(key: string): Setting<unknown> {
	const setting = findSetting(key);
	if (!setting) throw new Error(`no ${key}`);
	return setting;
}

describe("settings panel", () => {
	test("its looks, and how it reads aloud", async () => {
		const layers = { global: { colorBlindMode: true }, project: { symbolPreset: "nerd" } };
		expect(await dialogPictures(() => settingsDialog(panelOptions(layers).options))).toMatchSnapshot();
	});

	verifies("settings:panel:tabs", () => {
		const panel = openPanel();
		expect(panel.rows(120)[0]).toBe(
			"  Appearance   Model   Interaction   Context   Memory   Files   Shell   Tools   Tasks   Providers",
		);
		expect(panel.rows(40)[0]).toBe("  ◐ Appearance  ⬡ ⌨ ◫ ⧉ ≡ $ ⚒ ⇶ ☁");
		expect(panel.screen()).toContain("Dark theme");
		panel.press(right);
		expect(panel.screen()).toContain("Hide thinking");
		panel.press(tab);
		expect(panel.screen()).toContain("▸ Sampling");
	});

	test("a setting that nothing reads says so and cannot be changed", async () => {
		const panel = openPanel({}, "lsp.shared");
		const before = panel.settings.get(settingNamed("lsp.shared"));
		expect(panel.screen()).toContain("no effect yet (language servers)");
		panel.press(enter);
		expect(panel.screen()).toContain("lsp.shared cannot be changed here: no effect yet (language servers)");
		expect(panel.settings.get(settingNamed("lsp.shared"))).toBe(before);
	});

	verifies("settings:panel:conditional-rows", () => {
		expect(openPanel({}, "hindsight").screen()).not.toContain("hindsight.");
		expect(openPanel({ global: { memory: { backend: "hindsight" } } }, "hindsight").screen()).toMatch(/\d\d matches/);
	});

	verifies("settings:panel:editors", () => {
		const flag = openPanel({}, "colorBlindMode");
		flag.press(enter);
		expect(flag.settings.get(appearanceSettings.colorBlindMode)).toBe(true);

		const choice = openPanel({}, "tools.approvalMode");
		choice.press(enter, down, enter);
		expect(choice.settings.get(approvalSettings.approvalMode)).toBe("always-ask");

		const visible = openPanel({}, "autocompleteMaxVisible");
		visible.press(enter, "\x15", ..."lots", enter);
		expect(visible.screen()).toContain("Invalid number: lots");
		visible.press("\x15", "7", enter);
		expect(visible.settings.get(settingNamed("autocompleteMaxVisible"))).toBe(7);

		const mapping = openPanel({}, "tools.approval tool");
		mapping.press(down, enter, "\x15", ...'{"bash": "prompt"', enter);
		expect(mapping.screen()).toContain("Invalid object JSON");
		mapping.press("}", enter);
		expect(mapping.settings.get(approvalSettings.approval)).toEqual({ bash: "prompt" });
	});

	verifies("settings:panel:preview-and-revert", () => {
		const themes = openPanel({}, "theme.dark");
		themes.press(enter, "\x1b[A", esc);
		expect(themes.previews).toEqual(["light", undefined]);
		expect(themes.settings.findOrigin(themeSettings.dark)).toBe("default");
		themes.press(enter, "\x1b[A", enter);
		expect(themes.settings.get(themeSettings.dark)).toBe("light");

		const line = openPanel({}, "statusLine.preset");
		line.press(enter, down);
		expect(line.settings.get(statusLineSettings.preset)).toBe("minimal");
		line.press(esc);
		expect(line.settings.get(statusLineSettings.preset)).toBe("default");
		line.press(enter, down, enter);
		expect([line.settings.get(statusLineSettings.preset), line.settings.findOrigin(statusLineSettings.preset)]).toEqual(
			["minimal", "global"],
		);
	});

	verifies("settings:panel:search", () => {
		const panel = openPanel();
		panel.type("compac");
		expect(panel.rows(100)[1]).toMatch(/^ 🔍 compac +\d+ matches$/);
		expect(panel.rows(140)[0]).toMatch(/Context \d+/);
		expect(panel.screen()).toContain("Context ▸ Compaction");
		panel.type("zzzz");
		expect(panel.screen()).toContain('No settings match "compaczzzz". Esc clears the search.');
		expect(panel.press(esc)).toEqual([]);
		expect(panel.screen()).toContain("Dark theme");
		expect(panel.press(esc)).toEqual([undefined]);
	});

	verifies("settings:panel:reset-row", () => {
		const panel = openPanel({ global: { theme: { dark: "dark" } } });
		expect(panel.screen()).toContain("❯ • Dark theme");
		panel.press("r");
		expect(panel.screen()).toContain("theme.dark is the default again; it was dark");
		expect(panel.settings.get(themeSettings.dark)).toBe("titanium");
		expect(panel.settings.findOrigin(themeSettings.dark)).toBe("default");
	});

	test("what a project says is named, and a change says that it does not count here", () => {
		const panel = openPanel({ project: { colorBlindMode: true } }, "colorBlindMode");
		expect(panel.screen()).toContain("true (project)");
		expect(panel.screen(140)).toContain("set by the project, which goes before your own settings");
		panel.press(enter);
		expect(panel.screen()).toContain("colorBlindMode = false is saved; here the project goes before it");
	});

	test("line by line: a tab, a setting, a value", async () => {
		const { settings, options } = panelOptions();
		const lines = scriptedLines(["1", "4", "1", "", ""]);
		await settingsDialog(options).plain(lines);
		expect(settings.get(appearanceSettings.colorBlindMode)).toBe(true);
		expect(lines.text()).toContain("Set colorBlindMode = true");
	});

	test("the smallest terminal does not break it", () => {
		const panel = openDialog(settingsDialog(panelOptions().options), { rows: 1 });
		expect(panel.rows(1)).toHaveLength(1);
	});
});
