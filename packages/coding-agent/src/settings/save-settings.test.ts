import { describe, expect, test } from "bun:test";
import { lstat, readdir, stat, symlink } from "node:fs/promises";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { readSettings } from "@oh-my-pi/pi-tools/read/settings";
import { saveModelRole } from "./save-model-role.ts";
import { loopSettings } from "./sections/agent/loop.ts";
import { gitSettings } from "./sections/agent/session.ts";
import { modelSettings } from "./sections/model/model.ts";
import { themeSettings } from "./sections/screen/appearance.ts";
import { collabSettings } from "./sections/services/collab.ts";
import { settingsIn } from "./testing/settings-in.ts";

verifies("settings:save:only-changed-paths", async () => {
	const text = "# mine\ntheme:\n  dark: a # night\n  light: b\n";
	await using place = await settingsIn({ "agent/config.yml": text });
	const { settings, files } = place;
	settings.set(themeSettings.dark, "c");
	await settings.flush();
	expect(await files.read("agent/config.yml")).toBe(text.replace("a #", "c #"));
	expect((await stat(files.file("agent/config.yml"))).mode & 0o777).toBe(0o600);
	// No lock or temporary file is left behind.
	expect(await readdir(files.file("agent"))).toEqual(["config.yml"]);
});

verifies("settings:save:external-edits-survive", async () => {
	await using place = await settingsIn({ "agent/config.yml": "theme:\n  dark: a\n" });
	const { settings, files } = place;
	settings.set(gitSettings.enabled, false);
	await files.write("agent/config.yml", "# edited meanwhile\ntheme:\n  dark: other\nread:\n  defaultLimit: 5\n");
	await settings.flush();
	expect(await files.read("agent/config.yml")).toBe(
		"# edited meanwhile\ntheme:\n  dark: other\nread:\n  defaultLimit: 5\ngit:\n  enabled: false\n",
	);
	const next = await place.restart();
	expect([next.get(themeSettings.dark), next.get(readSettings.defaultLimit), next.get(gitSettings.enabled)]).toEqual([
		"other",
		5,
		false,
	]);
});

verifies("settings:file:unknown-keys-kept", async () => {
	await using place = await settingsIn({
		"agent/config.yml": "future:\n  feature: [1, { a: b }]\ntheme:\n  next: z\n",
	});
	const { settings, files } = place;
	expect(settings.problems).toEqual([]);
	settings.set(themeSettings.dark, "c");
	await settings.flush();
	expect(Bun.YAML.parse(await files.read("agent/config.yml"))).toEqual({
		future: { feature: [1, { a: "b" }] },
		theme: { next: "z", dark: "c" },
	});
});

verifies("settings:layer:yaml-variant", async () => {
	const savedIn = async (files: Record<string, string>) => {
		await using place = await settingsIn(files);
		place.settings.set(themeSettings.dark, "c");
		await place.settings.flush();
		return (await readdir(place.files.file("agent"))).map((name) => name).sort();
	};
	expect(await savedIn({})).toEqual(["config.yml"]);
	expect(await savedIn({ "agent/config.yaml": "theme:\n  light: x\n" })).toEqual(["config.yaml"]);
	await using both = await settingsIn({ "agent/config.yaml": "a: 1\n", "agent/config.yml": "b: 1\n" });
	both.settings.set(gitSettings.enabled, false);
	await both.settings.flush();
	expect(await both.files.read("agent/config.yaml")).toBe("a: 1\n");
});

verifies("settings:schema:optional-keys-persist", async () => {
	await using place = await settingsIn({});
	place.settings.set(collabSettings.displayName, "Ada");
	await place.settings.flush();
	expect(await place.files.read("agent/config.yml")).toBe("collab:\n  displayName: Ada\n");
	expect((await place.restart()).get(collabSettings.displayName)).toBe("Ada");
});

verifies("settings:scope:model-roles-project", async () => {
	await using place = await settingsIn({ "agent/config.yml": "modelRoles: { slow: a }\n" });
	const { settings, files } = place;
	saveModelRole(settings, "default", "openai/gpt-5.2");
	settings.set(modelSettings.modelRoleStorage, "project");
	saveModelRole(settings, "default", "anthropic/opus");
	await settings.flush();
	expect(await files.read("work/.omp/config.yml")).toBe("modelRoles:\n  default: anthropic/opus\n");
	expect(Bun.YAML.parse(await files.read("agent/config.yml"))).toEqual({
		modelRoles: { slow: "a", default: "openai/gpt-5.2" },
		modelRoleStorage: "project",
	});
	expect(settings.get(modelSettings.modelRoles)).toEqual({ slow: "a", default: "anthropic/opus" });
});

describe("saving settings", () => {
	test("reset writes the default, unset removes the key; reset without a default removes it", async () => {
		await using place = await settingsIn({
			"agent/config.yml": "theme: { dark: a }\nshellPath: /bin/zsh\nqueueMode: all\n",
		});
		const { settings, files } = place;
		settings.reset(themeSettings.dark);
		settings.reset(shellSettings.shellPath);
		settings.unset(loopSettings.steeringMode);
		expect(settings.get(loopSettings.steeringMode)).toBe("one-at-a-time");
		await settings.flush();
		expect(await files.read("agent/config.yml")).toBe("theme: { dark: titanium }\n");
	});

	test("changes are debounced and saved automatically", async () => {
		await using place = await settingsIn({});
		place.settings.set(themeSettings.dark, "a");
		place.settings.set(themeSettings.dark, "b");
		place.settings.set(themeSettings.light, "c");
		expect(await readdir(place.files.path)).toEqual([]);
		await until(async () => (await place.files.read("agent/config.yml")) === "theme:\n  dark: b\n  light: c\n");
	});

	test("watchers are notified of effective changes only", async () => {
		await using place = await settingsIn({ "work/.omp/config.yml": "theme: { light: fixed }\n" });
		const { settings } = place;
		const heard: string[] = [];
		const end = settings.watch([themeSettings.dark, gitSettings.enabled], () =>
			heard.push(settings.get(themeSettings.dark)),
		);
		settings.watch([themeSettings.light], () => heard.push("light"));
		settings.set(themeSettings.dark, "a");
		settings.set(themeSettings.dark, "a");
		settings.set(themeSettings.light, "shadowed by the project");
		settings.override(gitSettings.enabled, false);
		end();
		settings.set(themeSettings.dark, "b");
		await settings.flush();
		expect(heard).toEqual(["a", "a"]);
	});

	test("overrides for this run are never saved", async () => {
		await using place = await settingsIn({});
		place.settings.override(themeSettings.dark, "flag");
		await place.settings.flush();
		expect(await readdir(place.files.path)).toEqual([]);
	});

	test("an invalid value is rejected before anything changes", async () => {
		await using place = await settingsIn({});
		expect(() => place.settings.set(readSettings.defaultLimit, 0)).toThrow("read.defaultLimit: must be from 1 to 3000");
		expect(place.settings.get(readSettings.defaultLimit)).toBe(300);
	});

	test("a file that became invalid is reported and not written; the change is saved once it is fixed", async () => {
		const problems: string[] = [];
		await using place = await settingsIn({ "agent/config.yml": "a: 1\n" });
		const { settings, files } = place;
		settings.onSaveProblem = (message) => problems.push(message);
		settings.set(gitSettings.enabled, false);
		await files.write("agent/config.yml", "a: 1\nb: [\n");
		await until(() => problems.length === 1);
		expect(problems[0]).toStartWith(`Cannot save settings: ${files.file("agent/config.yml")}:3: `);
		expect(await files.read("agent/config.yml")).toBe("a: 1\nb: [\n");
		await files.write("agent/config.yml", "a: 2\n");
		await settings.flush();
		expect(await files.read("agent/config.yml")).toBe("a: 2\ngit:\n  enabled: false\n");
	});

	test("a symlinked file stays a symlink", async () => {
		await using place = await settingsIn({ "dotfiles/omp.yml": "a: 1\n", "agent/x": "" });
		const { files } = place;
		await symlink(files.file("dotfiles/omp.yml"), files.file("agent/config.yml"));
		const settings = await place.restart();
		settings.set(gitSettings.enabled, false);
		await settings.flush();
		expect((await lstat(files.file("agent/config.yml"))).isSymbolicLink()).toBe(true);
		expect(await files.read("dotfiles/omp.yml")).toBe("a: 1\ngit:\n  enabled: false\n");
	});

	test("concurrent saves of several processes do not lose changes", async () => {
		await using place = await settingsIn({ "agent/config.yml": "# shared\n" });
		const script = `${import.meta.dir}/testing/set-keys.ts`;
		const runs = await Promise.all(
			["a", "b", "c"].map((prefix) =>
				runCommand([process.execPath, script, place.files.path, prefix, "8"], { cwd: place.files.path }),
			),
		);
		expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
			runs.map(() => ({ exitCode: 0, stderr: "" })),
		);
		const roles = (await place.restart()).get(modelSettings.modelRoles);
		const expected = ["a", "b", "c"].flatMap((prefix) => Array.from({ length: 8 }, (_, index) => `${prefix}${index}`));
		expect(Object.keys(roles).sort()).toEqual(expected.sort());
	}, 30_000);
});
