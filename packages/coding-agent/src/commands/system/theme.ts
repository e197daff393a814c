import { themeSettings } from "../../settings/sections/screen/appearance.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const themeCommand: Command = {
	name: "theme",
	summary: "Choose a theme",
	group: "system",
	hint: "[name]",
	screen: {
		async complete(typed, _session, { appearance }) {
			const fitting = (await appearance.themes()).filter(({ name }) => name.includes(typed));
			return fitting.map(({ name, note }) => ({ name, summary: note }));
		},
		async run({ session, args }, { appearance, ask }) {
			const slot = appearance.mode === "light" ? themeSettings.light : themeSettings.dark;
			const themes = await appearance.themes();
			if (args !== "" && !themes.some(({ name }) => name === args))
				return notice(`Theme not found: ${args}`, "warning");
			const { themeDialog } = await import("../../dialogs/theme-dialog.ts");
			const current = session.settings.get(slot);
			const preview = (name: string | undefined) => appearance.preview(name);
			const chosen = args || (await ask(themeDialog({ themes, current, preview })));
			if (chosen !== undefined) session.settings.set(slot, chosen);
			await appearance.preview(undefined);
			return chosen === undefined ? { kind: "done" } : notice(`Theme: ${chosen}`);
		},
	},
};
