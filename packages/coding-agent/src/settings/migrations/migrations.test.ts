import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { exists } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { evalSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { inspectImageSettings } from "@oh-my-pi/pi-tools/inspect-image/settings";
import { titanium } from "@oh-my-pi/pi-tui/theme/builtin/titanium.data";
import { memorySettings } from "../../features/memory/settings/memory.ts";
import { loopSettings } from "../sections/agent/loop.ts";
import { gitSettings } from "../sections/agent/session.ts";
import { isolationSettings } from "../sections/agent/task.ts";
import { themeSettings } from "../sections/screen/appearance.ts";
import { settingsIn } from "../testing/settings-in.ts";

verifies("settings:migrate:theme-name", async () => {
	const mine = { ...titanium, name: "mine", export: { pageBg: "#fafafa" } };
	const inky = { ...titanium, export: {}, vars: { ...titanium.vars, white: "#101010" } };
	const themes = { "agent/themes/mine.json": JSON.stringify(mine), "agent/themes/inky.json": JSON.stringify(inky) };
	const slots = async (theme: string) => {
		await using place = await settingsIn({ ...themes, "agent/config.yml": `theme: ${theme}\n` });
		expect(place.settings.problems).toEqual([]);
		return [place.settings.get(themeSettings.dark), place.settings.get(themeSettings.light)];
	};
	expect(await slots("dark-nord")).toEqual(["dark-nord", "light"]);
	expect(await slots("light-github")).toEqual(["titanium", "light-github"]);
	expect(await slots("mine")).toEqual(["titanium", "mine"]);
	expect(await slots("inky")).toEqual(["titanium", "inky"]);
	expect(await slots("gone")).toEqual(["gone", "light"]);
	expect(await slots("dark")).toEqual(["titanium", "light"]);
	expect(await slots("light")).toEqual(["titanium", "light"]);
});

verifies("settings:migrate:renames", async () => {
	await using place = await settingsIn({
		"agent/config.yml": `queueMode: all
task: { isolation: { mode: worktree } }
inspect_image: { enabled: true }
python: { toolMode: bash-only }
memories: { enabled: true }
lastChangelogVersion: 1.2.3
`,
	});
	const { settings, files } = place;
	expect([
		settings.get(loopSettings.steeringMode),
		settings.get(isolationSettings.mode),
		settings.get(inspectImageSettings.mode),
		settings.get(evalSettings.py),
		settings.get(bashSettings.enabled),
		settings.get(memorySettings.backend),
		await files.read("agent/last-changelog-version"),
	]).toEqual(["all", "rcopy", "on", false, true, "local", "1.2.3\n"]);
	await files.write("agent/last-changelog-version", "2.0.0\n");
	await place.restart();
	expect(await files.read("agent/last-changelog-version")).toBe("2.0.0\n");
});

verifies("settings:migrate:settings-json", async () => {
	const json = '{ "theme": { "dark": "json", "light": "json" }, "git.enabled": false }';
	await using place = await settingsIn({ "agent/readme": "" });
	const { files } = place;
	await files.write("agent/settings.json", json);
	using database = new Database(files.file("agent/agent.db"), { create: true });
	database.run("CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL)");
	database.run("INSERT INTO settings VALUES ('theme.dark', '\"stored\"', 0), ('queueMode', 'all', 0)");
	const settings = await place.restart();
	expect([settings.get(themeSettings.dark), settings.get(themeSettings.light)]).toEqual(["stored", "json"]);
	expect([settings.get(gitSettings.enabled), settings.get(loopSettings.steeringMode)]).toEqual([false, "all"]);
	expect(await files.read("agent/config.yml")).toBe(
		"theme:\n  dark: stored\n  light: json\ngit:\n  enabled: false\nqueueMode: all\n",
	);
	expect(await files.read("agent/settings.json.bak")).toBe(json);
	expect(await exists(files.file("agent/settings.json"))).toBe(false);
	// With a current file, legacy files are ignored.
	await files.write("agent/settings.json", '{ "theme": { "dark": "again" } }');
	expect((await place.restart()).get(themeSettings.dark)).toBe("stored");
	expect(await exists(files.file("agent/settings.json"))).toBe(true);
});

test("migration: an invalid database, or one without settings, is ignored", async () => {
	await using place = await settingsIn({ "agent/agent.db": "not a database" });
	expect(place.settings.problems).toEqual([]);
	expect(await exists(place.files.file("agent/config.yml"))).toBe(false);
});
