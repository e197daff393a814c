import { paletteTheme } from "../palette-theme.ts";

/** Dark: the night colors of Dracula. */
export const darkDracula = paletteTheme(
	"dark-dracula",
	{
		page: "#282a36",
		panel: "#21222c",
		panelAccent: "#2c2a3a",
		panelGood: "#242f31",
		panelBad: "#33262f",
		selection: "#413c57",
		line: "#5a5b63",
		dim: "#7e86a3",
		muted: "#a2abcb",
		soft: "#d3d3d0",
		text: "#f8f8f2",
		accent: "#c199f9",
		accentDeep: "#9b7dc8",
		link: "#8be9fd",
		good: "#50fa7b",
		bad: "#ff5b5b",
		warn: "#f1fa8c",
		keyword: "#ff79c6",
		special: "#ffb86c",
	},
	{ syntaxFunction: "good", syntaxString: "warn", syntaxNumber: "accent", mdCode: "good" },
);
