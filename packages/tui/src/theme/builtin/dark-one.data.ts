import { paletteTheme } from "../palette-theme.ts";

/** Dark: the balanced hues of One Dark. */
export const darkOne = paletteTheme(
	"dark-one",
	{
		page: "#282c34",
		panel: "#21252b",
		panelAccent: "#252f39",
		panelGood: "#282e30",
		panelBad: "#302b31",
		selection: "#324254",
		line: "#52565d",
		dim: "#7e8592",
		muted: "#a6adba",
		soft: "#b8bbc1",
		text: "#d7dae0",
		accent: "#69b3f0",
		accentDeep: "#5991c1",
		link: "#56b6c2",
		good: "#98c379",
		bad: "#e2747c",
		warn: "#e5c07b",
		keyword: "#c678dd",
		special: "#d19a66",
	},
	{ syntaxNumber: "special", syntaxType: "warn" },
);
