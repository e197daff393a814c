import { join } from "node:path";
import { detectCapabilities } from "@oh-my-pi/pi-tui/terminal/capabilities";
import { appearanceSettings } from "../../../settings/sections/appearance.ts";
import type { Command } from "./command.ts";

export const settingsCommand: Command = {
	name: "settings",
	summary: "Open settings",
	group: "system",
	hint: "[search]",
	async run({ args, ask, look, session, display, statusLine, redraw }) {
		const { settings, agentDir, host } = session;
		const [{ settingsDialog }, { listThemes }] = await Promise.all([
			import("../../../dialogs/settings/settings-dialog.ts"),
			import("@oh-my-pi/pi-tui/theme/load-theme"),
		]);
		const themes = await listThemes(join(agentDir, "themes"));
		const { hideThinkingBlock } = appearanceSettings;
		const stopWatching = settings.watch([hideThinkingBlock], () => {
			display.showThinking = !settings.get(hideThinkingBlock);
			redraw();
		});
		try {
			const dialog = settingsDialog({
				settings,
				themes,
				search: args,
				showsImages: detectCapabilities(host.env).imageProtocol !== undefined,
				previewTheme: (name) => look.preview(name),
				statusLine,
			});
			await ask(dialog);
		} finally {
			stopWatching();
		}
		return { kind: "done" };
	},
};
