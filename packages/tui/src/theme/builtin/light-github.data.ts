import { paletteTheme } from "../palette-theme.ts";

/** Light: the colors of GitHub by day. */
export const lightGithub = paletteTheme(
	"light-github",
	{
		page: "#ffffff",
		panel: "#f2f2f2",
		panelAccent: "#e2e8f0",
		panelGood: "#e5ebe7",
		panelBad: "#efe1e2",
		selection: "#d8e7f9",
		line: "#cecfd0",
		dim: "#838a92",
		muted: "#59636e",
		soft: "#474b4f",
		text: "#1f2328",
		accent: "#0862cb",
		accentDeep: "#4689d8",
		link: "#0550ae",
		good: "#187734",
		bad: "#c4202c",
		warn: "#8e5f00",
		keyword: "#cc222d",
		special: "#7a45d8",
	},
	{
		syntaxFunction: "special",
		syntaxString: "link",
		syntaxNumber: "accent",
		customMessageLabel: "special",
		statusLineSubagents: "special",
	},
);
