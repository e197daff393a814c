import { paletteTheme } from "../palette-theme.ts";

/** Dark: the pastels of Catppuccin Mocha. */
export const darkCatppuccin = paletteTheme(
	"dark-catppuccin",
	{
		page: "#1e1e2e",
		panel: "#2a2a39",
		panelAccent: "#313447",
		panelGood: "#31353f",
		panelBad: "#3a3242",
		selection: "#303851",
		line: "#484a5e",
		dim: "#767a91",
		muted: "#9ca1b8",
		soft: "#aeb5d0",
		text: "#cdd6f4",
		accent: "#89b4fa",
		accentDeep: "#6e8fc7",
		link: "#94e2d5",
		good: "#a6e3a1",
		bad: "#f38ba8",
		warn: "#f9e2af",
		keyword: "#cba6f7",
		special: "#fab387",
	},
	{ syntaxNumber: "special", syntaxType: "warn" },
);
