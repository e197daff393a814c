import { paletteTheme } from "../palette-theme.ts";

/** Dark: the colors of GitHub at night. */
export const darkGithub = paletteTheme(
	"dark-github",
	{
		page: "#0d1117",
		panel: "#1a1e24",
		panelAccent: "#1e2833",
		panelGood: "#1c2727",
		panelBad: "#2c2227",
		selection: "#1a2a3e",
		line: "#41464c",
		dim: "#6c737c",
		muted: "#8b949e",
		soft: "#bfc5cb",
		text: "#e6edf3",
		accent: "#58a6ff",
		accentDeep: "#4581c5",
		link: "#79c0ff",
		good: "#3fb950",
		bad: "#f85149",
		warn: "#d29922",
		keyword: "#ff7b72",
		special: "#d2a8ff",
	},
	{ syntaxFunction: "special", syntaxString: "link", syntaxNumber: "accent", syntaxType: "warn" },
);
