import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { titanium } from "../builtin/titanium.data.ts";
import { ThemeError } from "../theme-spec.ts";
import { listThemes, loadTheme } from "./load-theme.ts";
import { watchFile } from "./watch-file.ts";

async function failure(text: string): Promise<string> {
	await using folder = await workspace({ "mine.json": text });
	const error = await loadTheme("mine", folder.path).catch((thrown: unknown) => thrown);
	if (!(error instanceof ThemeError)) throw new Error(`expected a ThemeError, got ${error}`);
	return error.message.replaceAll(folder.path, "");
}

test("a user's theme is read from its file, with comments and trailing commas", async () => {
	const text = JSON.stringify(titanium, null, 2)
		.replace("{", "{ // mine")
		.replace(/"titanium"/, '"mine"');
	await using folder = await workspace({ "mine.json": text.replace(/\}\s*$/, ",}"), "dark.json": "{}", ".x.json": "" });
	const spec = await loadTheme("mine", folder.path);
	expect([spec.name, spec.colors.accent]).toEqual(["mine", { kind: "rgb", red: 127, green: 180, blue: 232 }]);
	// Built-in themes take precedence over files of the same name.
	expect((await loadTheme("dark", folder.path)).name).toBe("dark");
	const names = await listThemes(folder.path);
	expect([names.includes("mine"), names.includes("titanium"), names.includes(".x")]).toEqual([true, true, false]);
});

test("errors in a file are reported with their line", async () => {
	expect(await failure('{\n  "name": "x",\n  "colors": {\n    "accent" "#fff"\n}}')).toMatch(/^\/mine\.json:4:\d+: /);
	const bad = JSON.stringify({ ...titanium, colors: { ...titanium.colors, mdHr: "#12" } }, null, "\t");
	const line = bad.split("\n").findIndex((row) => row.includes('"mdHr"')) + 1;
	expect(await failure(bad)).toBe(`/mine.json:${line}: mdHr: "#12" is not of the form #RRGGBB`);
	const inVars = JSON.stringify({ ...titanium, vars: { ...titanium.vars, blue: "sky" } }, null, "\t");
	const varLine = inVars.split("\n").findIndex((row) => row.includes('"blue": "sky"')) + 1;
	expect(await failure(inVars)).toBe(`/mine.json:${varLine}: accent → blue: there is no variable "sky"`);
	expect(await failure('{\n"colors": {}}')).toStartWith(
		'/mine.json:2: Theme "mine" has no color for:\n  Core: accent, ',
	);
});

verifies("tui:theme:load", async () => {
	const vars = { first: "second", second: "#010203" };
	const { accent: _accent, mdHr: _rule, mdLink: _link, ...colors } = titanium.colors;
	const theme = { name: "mine", vars: { ...titanium.vars, ...vars }, colors };
	await using folder = await workspace({
		"whole.json": JSON.stringify({ ...theme, colors: { ...titanium.colors, accent: "first", mdHr: 33, mdLink: "" } }),
	});
	const spec = await loadTheme("whole", folder.path);
	expect([spec.colors.accent, spec.colors.mdHr, spec.colors.mdLink]).toEqual([
		{ kind: "rgb", red: 1, green: 2, blue: 3 },
		{ kind: "indexed", index: 33 },
		{ kind: "default" },
	]);
	expect(await failure(JSON.stringify(theme))).toBe(
		'/mine.json:1: Theme "mine" has no color for:\n  Core: accent\n  Markdown: mdLink, mdHr',
	);
	await expect(loadTheme("no-such-theme", folder.path)).rejects.toThrow("Theme not found: no-such-theme");
});

test("a name cannot escape the folder", async () => {
	await using folder = await workspace({ "secret.json": JSON.stringify(titanium), "themes/a.json": "{}" });
	await expect(loadTheme("../secret", folder.file("themes"))).rejects.toThrow("Theme not found: ../secret");
	await expect(loadTheme("constructor", folder.file("themes"))).rejects.toThrow("Theme not found: constructor");
});

test("a watched file reports writes and replacements, but not those of other files", async () => {
	await using folder = await workspace({ "mine.json": "1", "other.json": "1" });
	let changes = 0;
	using _watching = watchFile(folder.file("mine.json"), () => changes++, 5);
	await writeFile(folder.file("mine.json"), "2");
	await until(() => changes === 1);
	await writeFile(folder.file("next.json"), "3");
	await writeFile(folder.file("other.json"), "2");
	await Bun.$`mv ${folder.file("next.json")} ${folder.file("mine.json")}`.quiet();
	await until(() => changes === 2);
});
