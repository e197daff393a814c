import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Rgb } from "@oh-my-pi/pi-tui/terminal/background";
import { titanium } from "@oh-my-pi/pi-tui/theme/builtin/titanium.data";
import { themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { appearanceSettings, themeSettings } from "../../../settings/sections/screen/appearance.ts";
import { Settings, type SettingsLayers } from "../../../settings/settings.ts";
import { LiveTheme } from "./live-theme.ts";

const white: Rgb = { red: 1, green: 1, blue: 1 };
const black: Rgb = { red: 0, green: 0, blue: 0 };

interface World {
	readonly global?: SettingsLayers["global"];
	readonly env?: Readonly<Record<string, string>>;
	readonly themes?: Readonly<Record<string, unknown>>;
}

/** A theme that follows a terminal whose background can be changed. */
async function themeOn({ global = {}, env = {}, themes = {} }: World = {}) {
	const files = Object.entries(themes).map(([name, theme]) => [`${name}.json`, JSON.stringify(theme)]);
	const folder: Workspace = await workspace(Object.fromEntries(files));
	const settings = new Settings({ global });
	const live = await LiveTheme.open({
		themes: themeRegistry(),
		settings,
		env,
		colorDepth: "truecolor",
		themesDir: folder.path,
	});
	const backgrounds = new Set<(background: Rgb) => void>();
	const terminal = {
		onBackground(listener: (background: Rgb) => void) {
			backgrounds.add(listener);
			return () => backgrounds.delete(listener);
		},
	};
	const events = { changes: 0, problems: [] as string[] };
	const following = live.follow(terminal, {
		onChange: () => events.changes++,
		onProblem: (message) => events.problems.push(message.replaceAll(folder.path, "")),
	});
	return {
		live,
		settings,
		folder,
		events,
		answer: (background: Rgb) => {
			for (const listener of backgrounds) listener(background);
		},
		async [Symbol.asyncDispose]() {
			following[Symbol.dispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

verifies("tui:theme:slot-choice", async () => {
	const global = { theme: { dark: "dark-nord", light: "light-github" } };
	const opened = async (env: Record<string, string>) => (await themeOn({ global, env })).live.theme.name;
	expect(await opened({})).toBe("dark-nord");
	expect(await opened({ COLORFGBG: "0;15" })).toBe("light-github");
	expect(await opened({ COLORFGBG: "15;0" })).toBe("dark-nord");
	await using seen = await themeOn({ global, env: { COLORFGBG: "15;0" } });
	seen.answer(white);
	await until(() => seen.live.theme.name === "light-github");
	expect(seen.events.changes).toBe(1);
	seen.answer(white);
	seen.answer(black);
	await until(() => seen.live.theme.name === "dark-nord");
	expect(seen.events).toEqual({ changes: 2, problems: [] });
});

verifies("tui:theme:builtins", async () => {
	await using seen = await themeOn({ global: { theme: { dark: "no-such-theme", light: "dracula" } } });
	expect(seen.live.theme.name).toBe("titanium");
	expect(seen.live.problems).toEqual(["Theme not found: no-such-theme (titanium is shown instead)"]);
	seen.answer(white);
	await until(() => seen.live.theme.name === "light");
	expect(seen.events.problems).toEqual(["Theme not found: dracula (light is shown instead)"]);
});

verifies("tui:theme:live-reload", async () => {
	const mine = { ...titanium, name: "mine", colors: { ...titanium.colors, accent: "#010101" } };
	await using seen = await themeOn({ global: { theme: { dark: "mine" } }, themes: { mine } });
	const { live, folder, events } = seen;
	expect(live.theme.accent("x")).toContain("38;2;1;1;1m");
	const write = (theme: unknown) => writeFile(folder.file("mine.json"), JSON.stringify(theme));
	await write({ ...mine, colors: { ...mine.colors, accent: "#020202" } });
	await until(() => live.theme.accent("x").includes("38;2;2;2;2m"));
	await write({ ...mine, colors: { ...mine.colors, accent: "#02" } });
	await until(() => events.problems.length > 0);
	expect(events.problems[0]).toStartWith('/mine.json:1: accent: "#02" is not of the form #RRGGBB');
	expect(live.theme.accent("x")).toContain("38;2;2;2;2m");
	await write({ ...mine, colors: { ...mine.colors, accent: "#030303" } });
	await until(() => live.theme.accent("x").includes("38;2;3;3;3m"));
});

verifies("tui:theme:symbols", async () => {
	const own = { ...titanium, name: "own", symbols: { preset: "ascii", overrides: { "nav.cursor": "=>" } } };
	await using seen = await themeOn({ global: { theme: { dark: "own" } }, themes: { own } });
	const { live, settings } = seen;
	expect([live.theme.symbol("checkbox.on"), live.theme.symbol("nav.cursor")]).toEqual(["[x]", "=>"]);
	settings.set(appearanceSettings.symbolPreset, "unicode");
	await until(() => live.theme.symbol("checkbox.on") === "☑");
	expect(live.theme.symbol("nav.cursor")).toBe("=>");
	settings.set(themeSettings.dark, "titanium");
	settings.set(appearanceSettings.symbolPreset, "ascii");
	await until(() => live.theme.symbol("boxRound.topLeft") === "+");
	expect(live.theme.symbol("tree.last")).toBe("'--");
});

describe("the live", () => {
	test("follows the settings at once", async () => {
		await using seen = await themeOn();
		const { live, settings, events } = seen;
		const green = live.theme.toolDiffAdded("x");
		settings.set(appearanceSettings.colorBlindMode, true);
		await until(() => live.theme.toolDiffAdded("x") !== green);
		settings.set(themeSettings.light, "light-gruvbox");
		settings.set(themeSettings.dark, "dark-gruvbox");
		await until(() => live.theme.name === "dark-gruvbox");
		expect(events.problems).toEqual([]);
	});

	test("previews a theme and goes back; one that cannot be used changes nothing", async () => {
		await using seen = await themeOn();
		const { live, events } = seen;
		await live.preview("onyx");
		expect(live.theme.name).toBe("onyx");
		await live.preview("nothing");
		expect([live.theme.name, events.problems.length]).toEqual(["onyx", 1]);
		await live.preview(undefined);
		expect(live.theme.name).toBe("titanium");
	});

	test("shows the last of several changes under way", async () => {
		await using seen = await themeOn();
		await Promise.all(["dark-nord", "dark-one", "onyx"].map((name) => seen.live.preview(name)));
		expect([seen.live.theme.name, seen.events.changes]).toEqual(["onyx", 1]);
	});
});
