import type { ThemeLoader } from "./builtin-themes.ts";

/** The themes for dark terminals. */
export const darkThemes: Readonly<Record<string, ThemeLoader>> = {
	dark: async () => (await import("./builtin/dark.data.ts")).dark,
	titanium: async () => (await import("./builtin/titanium.data.ts")).titanium,
	"dark-catppuccin": async () => (await import("./builtin/dark-catppuccin.data.ts")).darkCatppuccin,
	"dark-colorblind": async () => (await import("./builtin/dark-colorblind.data.ts")).darkColorblind,
	"dark-dracula": async () => (await import("./builtin/dark-dracula.data.ts")).darkDracula,
	"dark-github": async () => (await import("./builtin/dark-github.data.ts")).darkGithub,
	"dark-gruvbox": async () => (await import("./builtin/dark-gruvbox.data.ts")).darkGruvbox,
	"dark-monokai": async () => (await import("./builtin/dark-monokai.data.ts")).darkMonokai,
	"dark-nord": async () => (await import("./builtin/dark-nord.data.ts")).darkNord,
	"dark-one": async () => (await import("./builtin/dark-one.data.ts")).darkOne,
	"dark-rose-pine": async () => (await import("./builtin/dark-rose-pine.data.ts")).darkRosePine,
	"dark-solarized": async () => (await import("./builtin/dark-solarized.data.ts")).darkSolarized,
	"dark-terminal": async () => (await import("./builtin/dark-terminal.data.ts")).darkTerminal,
	"dark-tokyo-night": async () => (await import("./builtin/dark-tokyo-night.data.ts")).darkTokyoNight,
	onyx: async () => (await import("./builtin/onyx.data.ts")).onyx,
};
