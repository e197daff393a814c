import { defaultThemes } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { themeDialog } from "../../../dialogs/theme-dialog.ts";
import { appearanceSettings, themeSettings } from "../../../settings/sections/screen/appearance.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { SetupPorts, SetupStep } from "./setup-step.ts";

type ThemeChoice = "match" | "titanium" | "light" | "color-blind" | "terminal" | "browse";

/** What each choice shows while the cursor is on it. */
const shows: Partial<Record<ThemeChoice, string>> = { titanium: "titanium", light: "light", terminal: "dark-terminal" };

/** How omp looks. */
export const themeStep: SetupStep = {
	since: 1,
	title: "Theme",
	help: "The preview updates as you move.",
	showsSample: true,
	async run(session, ports) {
		const { appearance, ask } = ports;
		const chosen = await ask(
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
					{ value: "color-blind", label: "Color-blind", description: "additions in blue instead of green" },
					{ value: "terminal", label: "The terminal's own colors", description: "for 16 colors" },
					{ value: "browse", label: "Browse all" },
				],
				filterable: false,
				onHighlight: (value) => void appearance.preview(value && shows[value]),
			}),
		);
		if (chosen !== undefined) await keep(chosen, session, ports);
		await appearance.preview(undefined);
	},
};

async function keep(chosen: ThemeChoice, session: OpenedConversation, ports: SetupPorts): Promise<void> {
	const { settings } = session;
	switch (chosen) {
		case "match":
			return;
		case "color-blind":
			settings.set(appearanceSettings.colorBlindMode, true);
			return;
		case "browse": {
			const name = await browse(session, ports);
			if (name !== undefined) keepTheme(name, session, ports);
			return;
		}
		default:
			keepTheme(shows[chosen] ?? chosen, session, ports);
	}
}

/** In the slot of the terminal as it is now, so that it is seen at once. */
function keepTheme(name: string, { settings }: OpenedConversation, { appearance }: SetupPorts): void {
	settings.set(appearance.mode === "light" ? themeSettings.light : themeSettings.dark, name);
}

async function browse({ settings }: OpenedConversation, { ask, appearance }: SetupPorts): Promise<string | undefined> {
	const slot = appearance.mode === "light" ? themeSettings.light : themeSettings.dark;
	return ask(
		themeDialog({
			themes: await appearance.themes(),
			current: settings.get(slot),
			preview: (name) => appearance.preview(name),
		}),
	);
}
