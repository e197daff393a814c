import { paletteTheme } from "../palette-theme.ts";

/** Light: blue against orange, distinguishable with every kind of color vision. */
export const lightColorblind = paletteTheme("light-colorblind", {
	page: "#ffffff",
	panel: "#f2f2f2",
	panelAccent: "#e5e6e9",
	panelGood: "#e3effb",
	panelBad: "#fdeedd",
	selection: "#e0e2e7",
	line: "#cccccd",
	dim: "#838b95",
	muted: "#5a6472",
	soft: "#3f4246",
	text: "#15181d",
	accent: "#3d4a6b",
	accentDeep: "#6e7790",
	link: "#00507a",
	good: "#005fb8",
	bad: "#a84800",
	warn: "#6b6000",
	keyword: "#8a2f70",
	special: "#000000",
});
