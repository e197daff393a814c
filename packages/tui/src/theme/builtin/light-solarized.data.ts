import { paletteTheme } from "../palette-theme.ts";

/** Light: Solarized, its hues lowered where text needs it. */
export const lightSolarized = paletteTheme(
	"light-solarized",
	{
		page: "#fdf6e3",
		panel: "#f0ead8",
		panelAccent: "#e2e3d8",
		panelGood: "#eae5cb",
		panelBad: "#eedbca",
		selection: "#dbe5e0",
		line: "#c7ccc0",
		dim: "#768789",
		muted: "#52646b",
		soft: "#33595f",
		text: "#073642",
		accent: "#1c6599",
		accentDeep: "#5489ac",
		link: "#1d706a",
		good: "#5d6b00",
		bad: "#bd2320",
		warn: "#7e5f00",
		keyword: "#565cbb",
		special: "#b3276b",
	},
	{ syntaxKeyword: "good", syntaxString: "link", syntaxType: "warn", syntaxNumber: "special" },
);
