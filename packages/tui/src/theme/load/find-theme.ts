import type { Appearance } from "../../terminal/background.ts";
import { ThemeError, type ThemeSpec } from "../theme-spec.ts";
import { defaultThemes } from "./builtin-themes.ts";
import { type KnownThemes, loadTheme } from "./load-theme.ts";

export interface FoundTheme {
	readonly spec: ThemeSpec;
	/** Why it is not the requested one. */
	readonly problem?: string;
}

/** The theme of this name or, if it is unusable, the default for this kind of terminal. */
export async function findTheme(
	name: string,
	appearance: Appearance,
	folder: string,
	themes?: KnownThemes,
): Promise<FoundTheme> {
	try {
		return { spec: await loadTheme(name, folder, themes) };
	} catch (error) {
		if (!(error instanceof ThemeError)) throw error;
		const usual = defaultThemes[appearance];
		return { spec: await loadTheme(usual, folder, themes), problem: `${error.message} (${usual} is shown instead)` };
	}
}
