import { paletteTheme } from "../palette-theme.ts";

/** Light: Gruvbox on warm paper. */
export const lightGruvbox = paletteTheme(
	"light-gruvbox",
	{
		page: "#fbf1c7",
		panel: "#eee5bd",
		panelAccent: "#dedcb8",
		panelGood: "#e7deb3",
		panelBad: "#e8d3ae",
		selection: "#d4dbba",
		line: "#d1c8a7",
		dim: "#8c7f6b",
		muted: "#645a51",
		soft: "#5e5950",
		text: "#3c3836",
		accent: "#076475",
		accentDeep: "#44878a",
		link: "#396b4d",
		good: "#66620c",
		bad: "#9d0006",
		warn: "#ac3903",
		keyword: "#8f3f71",
		special: "#8c5b0f",
	},
	{ syntaxKeyword: "bad", syntaxNumber: "keyword" },
);
