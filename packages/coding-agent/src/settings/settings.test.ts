import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { allSettings } from "./all-settings.ts";
import { loadSettings } from "./load-settings.ts";
import { themeSettings } from "./sections/appearance.ts";
import { readSettings, shellSettings } from "./sections/tools.ts";

const hostAt = (home: string) => ({ cwd: home, home, env: {}, now: () => 0, newId: () => "" });

async function settingsFrom(files: Record<string, string>, overlays: string[] = []) {
	await using project = await workspace(files);
	const { path } = project;
	return await loadSettings({ host: hostAt(path), agentDir: join(path, "agent"), cwd: join(path, "work"), overlays });
}

describe("settings", () => {
	test("defaults hold where no file says otherwise", async () => {
		const settings = await settingsFrom({});
		expect(settings.get(readSettings.defaultLimit)).toBe(300);
	});

	test("the project beats the user, a named file beats both, and mappings merge", async () => {
		const settings = await settingsFrom(
			{
				"agent/config.yml": "theme:\n  dark: a\n  light: b\nread:\n  defaultLimit: 10\nshellPath: /bin/zsh\n",
				"work/.omp/config.yml": "theme:\n  dark: c\nread.defaultLimit: 20\n",
				"work/extra.yml": "read:\n  defaultLimit: 30\n",
			},
			["extra.yml"],
		);
		expect(settings.get(themeSettings.dark)).toBe("c");
		expect(settings.get(themeSettings.light)).toBe("b");
		expect(settings.get(shellSettings.shellPath)).toBe("/bin/zsh");
	});

	test("a value of the wrong kind is named and the default used", async () => {
		const settings = await settingsFrom({ "agent/config.yml": "read:\n  defaultLimit: many\n" });
		expect(settings.get(readSettings.defaultLimit)).toBe(300);
		expect(settings.problems).toEqual(["read.defaultLimit: must be a whole number; the default is used"]);
	});

	test("a broken file is named with its line and left alone", async () => {
		const text = "theme:\n  dark: [\n";
		await using project = await workspace({ "agent/config.yml": text });
		const { path } = project;
		const loading = loadSettings({ host: hostAt(path), agentDir: join(path, "agent"), cwd: path, overlays: [] });
		await expect(loading).rejects.toThrow(/agent\/config\.yml:\d+:\d+: /);
		expect(await project.read("agent/config.yml")).toBe(text);
	});

	test("a named file that is missing is an error", async () => {
		await expect(settingsFrom({}, ["nope.yml"])).rejects.toThrow("Settings file not found: ");
	});

	test("no two settings share a key", () => {
		const keys = allSettings.map((setting) => setting.key);
		expect(new Set(keys).size).toBe(keys.length);
	});
});
