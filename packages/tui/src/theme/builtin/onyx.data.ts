import { paletteTheme } from "../palette-theme.ts";

/** Dark: black and white with few strong hues, for the highest contrast. */
export const onyx = paletteTheme("onyx", {
	page: "#000000",
	panel: "#0e0e0e",
	panelAccent: "#151b1f",
	panelGood: "#141c14",
	panelBad: "#211818",
	selection: "#12222b",
	line: "#9a9a9a",
	dim: "#b5b5b5",
	muted: "#d0d0d0",
	soft: "#f2f2f2",
	text: "#ffffff",
	accent: "#6cc7ff",
	accentDeep: "#5195bf",
	link: "#5ff0e0",
	good: "#6dff7a",
	bad: "#ff8f85",
	warn: "#ffe14d",
	keyword: "#dfb3ff",
	special: "#ffa8dc",
});
