import { Registry } from "@oh-my-pi/pi-utils/registry";
import type { Appearance } from "../terminal/background.ts";
import { darkThemes } from "./dark-themes.ts";
import { lightThemes } from "./light-themes.ts";

/** Loads a theme's JSON; only the one in use is ever read. */
export type ThemeLoader = () => Promise<unknown>;

/** The themes that come with omp. */
export const builtInThemes: Readonly<Record<string, ThemeLoader>> = { ...darkThemes, ...lightThemes };

/** The themes a program knows by name, to which others can be added. */
export function themeRegistry(): Registry<ThemeLoader> {
	return new Registry(Object.entries(builtInThemes));
}

/** What a slot shows unless a theme is chosen for it. */
export const defaultThemes: Readonly<Record<Appearance, string>> = { dark: "titanium", light: "light" };

/** Which kind of terminal one of omp's own themes was made for. */
export function appearanceOfBuiltIn(name: string): Appearance | undefined {
	if (Object.hasOwn(lightThemes, name)) return "light";
	return Object.hasOwn(darkThemes, name) ? "dark" : undefined;
}
