import { paletteTheme } from "../palette-theme.ts";

/** Dark: Solarized, its hues raised where text needs it. */
export const darkSolarized = paletteTheme(
	"dark-solarized",
	{
		page: "#002b36",
		panel: "#00222b",
		panelAccent: "#032937",
		panelGood: "#082928",
		panelBad: "#12232b",
		selection: "#063b51",
		line: "#39585c",
		dim: "#6e8486",
		muted: "#95a2a2",
		soft: "#c3c6b8",
		text: "#eee8d5",
		accent: "#55a7e0",
		accentDeep: "#4088b6",
		link: "#2aa198",
		good: "#859900",
		bad: "#e56663",
		warn: "#b58900",
		keyword: "#8488ce",
		special: "#dd639e",
	},
	{ syntaxKeyword: "good", syntaxString: "link", syntaxType: "warn", syntaxNumber: "special" },
);
