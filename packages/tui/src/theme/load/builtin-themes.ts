import { Registry } from "@oh-my-pi/pi-utils/registry";
import type { Appearance } from "../../terminal/background.ts";

/** Loads a theme's JSON; only the active one is loaded. */
export type ThemeLoader = () => Promise<unknown>;

/** The themes for dark terminals. */
const darkThemes: Readonly<Record<string, ThemeLoader>> = {
	dark: async () => (await import("../builtin/dark.data.ts")).dark,
	titanium: async () => (await import("../builtin/titanium.data.ts")).titanium,
	"dark-catppuccin": async () => (await import("../builtin/dark-catppuccin.data.ts")).darkCatppuccin,
	"dark-colorblind": async () => (await import("../builtin/dark-colorblind.data.ts")).darkColorblind,
	"dark-dracula": async () => (await import("../builtin/dark-dracula.data.ts")).darkDracula,
	"dark-github": async () => (await import("../builtin/dark-github.data.ts")).darkGithub,
	"dark-gruvbox": async () => (await import("../builtin/dark-gruvbox.data.ts")).darkGruvbox,
	"dark-monokai": async () => (await import("../builtin/dark-monokai.data.ts")).darkMonokai,
	"dark-nord": async () => (await import("../builtin/dark-nord.data.ts")).darkNord,
	"dark-one": async () => (await import("../builtin/dark-one.data.ts")).darkOne,
	"dark-rose-pine": async () => (await import("../builtin/dark-rose-pine.data.ts")).darkRosePine,
	"dark-solarized": async () => (await import("../builtin/dark-solarized.data.ts")).darkSolarized,
	"dark-terminal": async () => (await import("../builtin/dark-terminal.data.ts")).darkTerminal,
	"dark-tokyo-night": async () => (await import("../builtin/dark-tokyo-night.data.ts")).darkTokyoNight,
	onyx: async () => (await import("../builtin/onyx.data.ts")).onyx,
};

/** The themes for light terminals. */
const lightThemes: Readonly<Record<string, ThemeLoader>> = {
	light: async () => (await import("../builtin/light.data.ts")).light,
	alabaster: async () => (await import("../builtin/alabaster.data.ts")).alabaster,
	"light-catppuccin": async () => (await import("../builtin/light-catppuccin.data.ts")).lightCatppuccin,
	"light-colorblind": async () => (await import("../builtin/light-colorblind.data.ts")).lightColorblind,
	"light-github": async () => (await import("../builtin/light-github.data.ts")).lightGithub,
	"light-gruvbox": async () => (await import("../builtin/light-gruvbox.data.ts")).lightGruvbox,
	"light-solarized": async () => (await import("../builtin/light-solarized.data.ts")).lightSolarized,
};

/** The built-in themes. */
export const builtInThemes: Readonly<Record<string, ThemeLoader>> = { ...darkThemes, ...lightThemes };

/** The themes a program knows by name, to which others can be added. */
export function themeRegistry(): Registry<ThemeLoader> {
	return new Registry(Object.entries(builtInThemes));
}

/** The default theme of each slot. */
export const defaultThemes: Readonly<Record<Appearance, string>> = { dark: "titanium", light: "light" };

/** The kind of terminal a built-in theme is made for. */
export function appearanceOfBuiltIn(name: string): Appearance | undefined {
	if (Object.hasOwn(lightThemes, name)) return "light";
	return Object.hasOwn(darkThemes, name) ? "dark" : undefined;
}
