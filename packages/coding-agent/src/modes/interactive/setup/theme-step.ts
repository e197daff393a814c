import { join } from "node:path";
import { appearanceOfBuiltIn, defaultThemes } from "@oh-my-pi/pi-tui/theme/builtin-themes";
import { listThemes } from "@oh-my-pi/pi-tui/theme/load-theme";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { themeDialog } from "../../../dialogs/theme-dialog.ts";
import { appearanceSettings, themeSettings } from "../../../settings/sections/appearance.ts";
import type { Mode } from "../mode.ts";
import type { SetupStep } from "./setup-step.ts";

type ThemeChoice = "match" | "titanium" | "light" | "color-blind" | "terminal" | "browse";

/** What each choice shows while the cursor is on it. */
const shows: Partial<Record<ThemeChoice, string>> = { titanium: "titanium", light: "light", terminal: "dark-terminal" };

/** How omp looks. */
export const themeStep: SetupStep = {
	since: 1,
	title: "Theme",
	help: "Everything changes its colours as you move.",
	showsSample: true,
	async run(mode) {
		const { look } = mode;
		const chosen = await mode.ask(
			selectDialog<ThemeChoice>({
				title: "Theme",
				items: [
					{
						value: "match",
						label: "Match the terminal",
						description: `${defaultThemes.dark} when it is dark, ${defaultThemes.light} when it is light`,
					},
					{ value: "titanium", label: "Titanium", description: "dark" },
					{ value: "light", label: "Light" },
					{ value: "color-blind", label: "Colour-blind", description: "additions in blue instead of green" },
					{ value: "terminal", label: "The terminal's own colours", description: "for 16 colours" },
					{ value: "browse", label: "Browse all" },
				],
				filterable: false,
				onHighlight: (value) => void look.preview(value && shows[value]),
			}),
		);
		if (chosen !== undefined) await keep(chosen, mode);
		await look.preview(undefined);
	},
};

async function keep(chosen: ThemeChoice, mode: Mode): Promise<void> {
	const { settings } = mode.session;
	switch (chosen) {
		case "match":
			return;
		case "color-blind":
			settings.set(appearanceSettings.colorBlindMode, true);
			return;
		case "browse": {
			const name = await browse(mode);
			if (name !== undefined) keepTheme(name, mode);
			return;
		}
		default:
			keepTheme(shows[chosen] ?? chosen, mode);
	}
}

/** In the slot of the terminal as it is now, so that it is seen at once. */
function keepTheme(name: string, { session: { settings }, look }: Mode): void {
	settings.set(look.appearance === "light" ? themeSettings.light : themeSettings.dark, name);
}

async function browse({ session: { agentDir, settings }, ask, look }: Mode): Promise<string | undefined> {
	const slot = look.appearance === "light" ? themeSettings.light : themeSettings.dark;
	const names = await listThemes(join(agentDir, "themes"));
	return ask(
		themeDialog({
			themes: names.map((name) => ({ name, note: appearanceOfBuiltIn(name) ?? "yours" })),
			current: settings.get(slot),
			preview: (name) => look.preview(name),
		}),
	);
}
