import type { Component } from "@oh-my-pi/pi-tui/component";
import { loadTheme } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { createTheme, type Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { plainTheme } from "./plain-theme.ts";

export const pictureWidths = [40, 80, 160] as const;

/** A view at every relevant width, as text and in a dark and a light theme. */
export async function viewPictures(view: (theme: Theme) => Component): Promise<Record<string, string>> {
	const themes = { plain: plainTheme, dark: await themeNamed("dark"), light: await themeNamed("light") };
	const pictures: Record<string, string> = {};
	for (const [name, theme] of Object.entries(themes)) {
		for (const width of pictureWidths) {
			const rows = view(theme)
				.render(width)
				.map((row) => row.trimEnd().replaceAll("\x1b", "␛"));
			pictures[`${name} ${width}`] = `\n${rows.join("\n")}\n`;
		}
	}
	return pictures;
}

async function themeNamed(name: string): Promise<Theme> {
	return createTheme(await loadTheme(name, ""), { colorDepth: "truecolor" });
}
