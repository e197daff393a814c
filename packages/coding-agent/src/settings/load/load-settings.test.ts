import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { askSettings } from "@oh-my-pi/pi-tools/ask/settings";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { editSettings } from "@oh-my-pi/pi-tools/edit/settings";
import { evalSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { readSettings } from "@oh-my-pi/pi-tools/read/settings";
import { searxngSettings } from "@oh-my-pi/pi-tools/web-search/provider/settings";
import { approvalSettings } from "../sections/agent/approval.ts";
import { modelSettings } from "../sections/model/model.ts";
import { appearanceSettings, themeSettings } from "../sections/screen/appearance.ts";
import { settingsIn } from "../testing/settings-in.ts";
import { reloadProject } from "./load-settings.ts";

const dark = (value: string) => `theme:\n  dark: ${value}\n`;

verifies("settings:schema:default-at-read", async () => {
	await using place = await settingsIn({ "agent/config.yml": "theme:\n  light: x\n" });
	expect(place.settings.get(themeSettings.dark)).toBe("titanium");
	expect(place.settings.get(shellSettings.shellPath)).toBeUndefined();
	expect(place.settings.problems).toEqual([]);
});

verifies("settings:layer:order", async () => {
	const files = {
		"agent/config.yml": dark("global"),
		"work/.omp/config.yml": dark("project"),
		"work/listed.yml": dark("listed"),
		"work/later.yml": dark("later"),
		"named.yml": dark("named"),
		"last.yml": dark("last"),
	};
	const { "work/.omp/config.yml": _project, ...withoutProject } = files;
	const found = async (given: Record<string, string>, world = {}) => {
		await using place = await settingsIn(given, world);
		return [place.settings.get(themeSettings.dark), place.settings.findOrigin(themeSettings.dark)];
	};
	expect(await found({})).toEqual(["titanium", "default"]);
	expect(await found(withoutProject)).toEqual(["global", "global"]);
	expect(await found(files)).toEqual(["project", "project"]);
	const env = { PI_CONFIG_FILES: "listed.yml:later.yml" };
	expect(await found(files, { env })).toEqual(["later", "overlay"]);
	expect(await found(files, { env, overlays: ["~/named.yml"] })).toEqual(["named", "overlay"]);
	expect(await found(files, { env, overlays: ["~/named.yml", "../last.yml"] })).toEqual(["last", "overlay"]);
	await using place = await settingsIn(files, { env });
	place.settings.override(themeSettings.dark, "flag");
	expect(place.settings.get(themeSettings.dark)).toBe("flag");
});

verifies("settings:layer:merge", async () => {
	await using place = await settingsIn({
		"agent/config.yml": "modelRoles: { default: a, slow: b }\ncycleOrder: [smol, default]\nread:\n  defaultLimit: 10\n",
		"work/.omp/config.yml": "modelRoles: { default: c }\ncycleOrder: [slow]\n",
	});
	const { settings } = place;
	expect(settings.get(modelSettings.modelRoles)).toEqual({ default: "c", slow: "b" });
	expect(settings.get(modelSettings.cycleOrder)).toEqual(["slow"]);
	expect(settings.get(readSettings.defaultLimit)).toBe(10);
});

verifies("settings:schema:flat-keys", async () => {
	await using place = await settingsIn({
		"agent/config.yml": "theme.dark: a\ntheme:\n  light: b\n",
		"work/.omp/config.yml": "read.defaultLimit: 20\n",
	});
	const { settings } = place;
	expect([settings.get(themeSettings.dark), settings.get(themeSettings.light)]).toEqual(["a", "b"]);
	expect(settings.get(readSettings.defaultLimit)).toBe(20);
});

verifies("settings:layer:project-files", async () => {
	await using place = await settingsIn({
		"work/.omp/settings.json": '{\n\t// mine\n\t"theme": { "dark": "json", "light": "json" },\n}\n',
		"work/.omp/config.yml": dark("yml"),
	});
	expect([place.settings.get(themeSettings.dark), place.settings.get(themeSettings.light)]).toEqual(["yml", "json"]);
});

verifies("settings:layer:project-cwd-only", async () => {
	await using place = await settingsIn({
		".omp/config.yml": dark("parent"),
		"other/.omp/config.yml": `${dark("other")}queueMode: all\n`,
	});
	const { settings, files } = place;
	expect(settings.get(themeSettings.dark)).toBe("titanium");
	let told = 0;
	settings.watch([themeSettings.dark], () => told++);
	const host = { cwd: files.path, home: files.path, env: {}, now: () => 0, newId: () => "" };
	await reloadProject(settings, { host, agentDir: files.file("agent"), cwd: files.file("other") });
	expect([settings.get(themeSettings.dark), told]).toEqual(["other", 1]);
	await reloadProject(settings, { host, agentDir: files.file("agent"), cwd: files.file("work") });
	expect([settings.get(themeSettings.dark), told]).toEqual(["titanium", 2]);
});

verifies("settings:layer:overlay-errors", async () => {
	const broken = { "work/bad.yml": "theme: [\n", "work/list.yml": "- a\n" };
	await expect(settingsIn({}, { overlays: ["nope.yml"] })).rejects.toThrow(
		/^Settings file not found: \/.*\/work\/nope\.yml$/,
	);
	await expect(settingsIn(broken, { overlays: ["bad.yml"] })).rejects.toThrow(
		/^Settings file is not valid YAML: .*bad\.yml:2:1: /,
	);
	await expect(settingsIn(broken, { env: { PI_CONFIG_FILES: "list.yml" } })).rejects.toThrow(
		/list\.yml: must be a mapping/,
	);
});

verifies("settings:file:missing-is-empty", async () => {
	await using place = await settingsIn({ "work/.omp/config.yml": "" });
	expect(place.settings.problems).toEqual([]);
	expect(place.settings.get(readSettings.defaultLimit)).toBe(300);
});

verifies("settings:file:wrong-type", async () => {
	await using place = await settingsIn({
		"agent/config.yml": "# mine\nread:\n  defaultLimit: many\nsymbolPreset: [x]\n",
		"work/.omp/config.yml": "theme.dark: 3\nmodelRoles:\n  slow: 1\n",
	});
	const { settings, files } = place;
	expect(settings.get(readSettings.defaultLimit)).toBe(300);
	expect(settings.get(themeSettings.dark)).toBe("titanium");
	expect(settings.get(appearanceSettings.symbolPreset)).toBe("unicode");
	expect([...settings.problems].sort()).toEqual([
		`${files.file("agent/config.yml")}:3: read.defaultLimit: must be a whole number; the default is used`,
		`${files.file("agent/config.yml")}:4: symbolPreset: must be one of unicode, nerd, ascii; the default is used`,
		`${files.file("work/.omp/config.yml")}:1: theme.dark: must be text; the default is used`,
		`${files.file("work/.omp/config.yml")}:2: modelRoles: slow must be text; the default is used`,
	]);
});

test("a misspelt approval mode is the strictest one, and a warning says so", async () => {
	await using place = await settingsIn({ "agent/config.yml": "tools:\n  approvalMode: allways-ask\n" });
	const { settings, files } = place;
	expect(settings.get(approvalSettings.approvalMode)).toBe("always-ask");
	expect(settings.problems).toEqual([
		`${files.file("agent/config.yml")}:2: tools.approvalMode: must be one of always-ask, write, auto, yolo; always-ask is used`,
	]);
	await using inProject = await settingsIn({
		"agent/config.yml": "tools:\n  approvalMode: write\n",
		"work/.omp/config.yml": "tools:\n  approvalMode: [yolo]\n",
	});
	expect(inProject.settings.get(approvalSettings.approvalMode)).toBe("always-ask");
});

verifies("settings:file:unreadable", async () => {
	// A directory cannot be read as a file, not even by root.
	const loading = settingsIn({ "agent/config.yml/inside": "x" });
	await expect(loading).rejects.toThrow(/^Cannot read settings file .*agent\/config\.yml: /);
});

describe("settings files", () => {
	test("an invalid file is reported with its line and not changed", async () => {
		const text = "theme:\n  dark: [\n";
		await expect(settingsIn({ "agent/config.yml": text })).rejects.toThrow(/agent\/config.yml:\d+:\d+: /);
	});

	test("a project's invalid file is left out, and everything is asked about", async () => {
		await using place = await settingsIn({ "work/.omp/config.yml": "theme:\n  dark: [\n" });
		expect(place.settings.problems).toEqual([expect.stringMatching(/work\/.omp\/config.yml:\d+:\d+: /)]);
		expect(place.settings.get(approvalSettings.approvalMode)).toBe("always-ask");
	});

	test("a number is read as a string for an enum", async () => {
		await using place = await settingsIn({ "agent/config.yml": "advisor:\n  syncBacklog: 3\n" });
		const { advisorSettings } = await import("../sections/services/advisor.ts");
		expect([place.settings.get(advisorSettings.syncBacklog), place.settings.problems]).toEqual(["3", []]);
	});
});

verifies("settings:runtime:env", async () => {
	const files = {
		"agent/config.yml": "edit:\n  mode: patch\nsearxng:\n  endpoint: http://file\nmodelRoles: { smol: a, slow: b }\n",
	};
	const env = {
		PI_EDIT_VARIANT: "replace",
		PI_PY: "off",
		PI_SMOL_MODEL: "c",
		SEARXNG_ENDPOINT: "http://variable",
		SEARXNG_TOKEN: "t",
	};
	await using place = await settingsIn(files, { env });
	const { settings } = place;
	expect([settings.get(editSettings.mode), settings.findOrigin(editSettings.mode)]).toEqual(["replace", "environment"]);
	expect(settings.get(evalSettings.py)).toBe(false);
	expect(settings.get(modelSettings.modelRoles)).toEqual({ smol: "c", slow: "b" });
	// These variables are only fallbacks.
	expect([settings.get(searxngSettings.endpoint), settings.get(searxngSettings.token)]).toEqual(["http://file", "t"]);
	settings.override(editSettings.mode, "hashline");
	expect(settings.get(editSettings.mode)).toBe("hashline");
});

verifies("settings:migrate:fields", async () => {
	await using place = await settingsIn(
		{
			"agent/config.yml": "ask:\n  timeout: 60000\n",
			"work/.omp/config.yml": "inspect_image.enabled: true\n",
			"work/over.yml": "queueMode: all\n",
		},
		{ overlays: ["over.yml"] },
	);
	const { inspectImageSettings } = await import("@oh-my-pi/pi-tools/inspect-image/settings");
	const { loopSettings } = await import("../sections/agent/loop.ts");
	const { settings } = place;
	expect([
		settings.get(askSettings.timeout),
		settings.get(inspectImageSettings.mode),
		settings.get(loopSettings.steeringMode),
	]).toEqual([60, "on", "all"]);
	expect(await place.files.read("agent/config.yml")).toBe("ask:\n  timeout: 60000\n");
});
