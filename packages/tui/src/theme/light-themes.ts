import type { ThemeLoader } from "./builtin-themes.ts";

/** The themes for light terminals. */
export const lightThemes: Readonly<Record<string, ThemeLoader>> = {
	light: async () => (await import("./builtin/light.data.ts")).light,
	alabaster: async () => (await import("./builtin/alabaster.data.ts")).alabaster,
	"light-catppuccin": async () => (await import("./builtin/light-catppuccin.data.ts")).lightCatppuccin,
	"light-colorblind": async () => (await import("./builtin/light-colorblind.data.ts")).lightColorblind,
	"light-github": async () => (await import("./builtin/light-github.data.ts")).lightGithub,
	"light-gruvbox": async () => (await import("./builtin/light-gruvbox.data.ts")).lightGruvbox,
	"light-solarized": async () => (await import("./builtin/light-solarized.data.ts")).lightSolarized,
};
