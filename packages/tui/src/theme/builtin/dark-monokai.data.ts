import { paletteTheme } from "../palette-theme.ts";

/** Dark: the bright classics of Monokai. */
export const darkMonokai = paletteTheme(
	"dark-monokai",
	{
		page: "#272822",
		panel: "#1e1f1c",
		panelAccent: "#232c2b",
		panelGood: "#262b1d",
		panelBad: "#302023",
		selection: "#324645",
		line: "#595a54",
		dim: "#86816c",
		muted: "#b5b09a",
		soft: "#d2d3cd",
		text: "#f8f8f2",
		accent: "#66d9ef",
		accentDeep: "#56adbc",
		link: "#a6e22e",
		good: "#a6e22e",
		bad: "#fa508d",
		warn: "#e6db74",
		keyword: "#fa508d",
		special: "#ae81ff",
	},
	{
		syntaxFunction: "good",
		syntaxString: "warn",
		syntaxNumber: "special",
		syntaxType: "accent",
		mdLink: "accent",
		statusLinePath: "warn",
		customMessageLabel: "special",
	},
);
