import { paletteTheme } from "../palette-theme.ts";

/** Dark: the warm earth tones of Gruvbox. */
export const darkGruvbox = paletteTheme(
	"dark-gruvbox",
	{
		page: "#282828",
		panel: "#1d2021",
		panelAccent: "#2c2b22",
		panelGood: "#262921",
		panelBad: "#2f2323",
		selection: "#4c4129",
		line: "#575349",
		dim: "#887d6d",
		muted: "#baae9d",
		soft: "#c8bb99",
		text: "#ebdbb2",
		accent: "#fabd2f",
		accentDeep: "#c6982d",
		link: "#83a598",
		good: "#b8bb26",
		bad: "#fb5440",
		warn: "#fe8019",
		keyword: "#d3869b",
		special: "#8ec07c",
	},
	{ syntaxFunction: "special", syntaxType: "accent", syntaxKeyword: "bad", syntaxNumber: "keyword" },
);
