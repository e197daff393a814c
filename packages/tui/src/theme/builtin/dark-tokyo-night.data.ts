import { paletteTheme } from "../palette-theme.ts";

/** Dark: the neon blues of Tokyo Night. */
export const darkTokyoNight = paletteTheme(
	"dark-tokyo-night",
	{
		page: "#1a1b26",
		panel: "#272832",
		panelAccent: "#2d3140",
		panelGood: "#2e3235",
		panelBad: "#382e39",
		selection: "#2a324a",
		line: "#424558",
		dim: "#6b7295",
		muted: "#9199bd",
		soft: "#a2abd0",
		text: "#c0caf5",
		accent: "#7aa2f7",
		accentDeep: "#6280c3",
		link: "#7dcfff",
		good: "#9ece6a",
		bad: "#f7768e",
		warn: "#e0af68",
		keyword: "#bb9af7",
		special: "#ff9e64",
	},
	{ syntaxNumber: "special" },
);
