import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { appearanceOfBuiltIn, builtInThemes } from "@oh-my-pi/pi-tui/theme/builtin-themes";
import { themeSettings } from "../../../settings/sections/appearance.ts";
import type { Session } from "../../../workbench/session.ts";
import { type Command, notice } from "./command.ts";

export const themeCommand: Command = {
	name: "theme",
	summary: "Choose the colours",
	group: "system",
	hint: "[name]",
	async complete(typed, session) {
		return (await themeNames(session)).filter((name) => name.includes(typed)).map((name) => ({ name }));
	},
	async run({ session, look, ask, args }) {
		const slot = look.appearance === "light" ? themeSettings.light : themeSettings.dark;
		const names = await themeNames(session);
		if (args !== "" && !names.includes(args)) return notice(`Theme not found: ${args}`, "warning");
		const { themeDialog } = await import("../../../dialogs/theme-dialog.ts");
		const current = session.settings.get(slot);
		const chosen =
			args ||
			(await ask(
				themeDialog({
					themes: names.map((name) => ({ name, note: appearanceOfBuiltIn(name) ?? "yours" })),
					current,
					preview: (name) => look.preview(name),
				}),
			));
		if (chosen !== undefined) session.settings.set(slot, chosen);
		await look.preview(undefined);
		return chosen === undefined ? { kind: "done" } : notice(`Theme: ${chosen}`);
	},
};

/** Those made for the terminal's background first come with omp; the user's own follow. */
async function themeNames({ agentDir }: Session): Promise<string[]> {
	const files = await readdir(join(agentDir, "themes")).catch(() => []);
	const own = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
	return [...new Set([...Object.keys(builtInThemes).sort(), ...own.sort()])];
}
