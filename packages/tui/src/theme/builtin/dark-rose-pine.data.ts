import { paletteTheme } from "../palette-theme.ts";

/** Dark: the muted rose and pine of Rosé Pine. */
export const darkRosePine = paletteTheme(
	"dark-rose-pine",
	{
		page: "#191724",
		panel: "#262430",
		panelAccent: "#312d3d",
		panelGood: "#2c2d37",
		panelBad: "#362a38",
		selection: "#362f45",
		line: "#494756",
		dim: "#726f89",
		muted: "#9c98b3",
		soft: "#bcbacf",
		text: "#e0def4",
		accent: "#c4a7e7",
		accentDeep: "#9983b6",
		link: "#9ccfd8",
		good: "#8fbf9f",
		bad: "#eb6f92",
		warn: "#f6c177",
		keyword: "#6ea5c0",
		special: "#ebbcba",
	},
	{ syntaxFunction: "special", syntaxString: "warn", syntaxNumber: "warn" },
);
