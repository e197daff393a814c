import { detectCapabilities } from "@oh-my-pi/pi-tui/terminal/capabilities";
import type { Command } from "../contract/command.ts";

export const settingsCommand: Command = {
	name: "settings",
	aliases: ["config"],
	summary: "Open settings",
	group: "system",
	hint: "[search]",
	screen: {
		async run({ args, session: { settings, host } }, { ask, appearance }) {
			const { settingsDialog } = await import("../../dialogs/settings/settings-dialog.ts");
			const themes = await appearance.themes();
			await ask(
				settingsDialog({
					settings,
					themes: themes.map(({ name }) => name).sort(),
					search: args,
					showsImages: detectCapabilities(host.env).imageProtocol !== undefined,
					previewTheme: (name) => appearance.preview(name),
					statusLine: (width) => appearance.statusLine(width),
				}),
			);
			return { kind: "done" };
		},
	},
};
