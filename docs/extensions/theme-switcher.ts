import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** `/look <name>` shows a theme for this session, `/look` the next one; the user's own choice stays in the settings. */
export default function (pi: ExtensionAPI): void {
	pi.registerCommand("look", {
		description: "Show another theme",
		getArgumentCompletions: (typed) => names.filter((name) => name.startsWith(typed)).map((value) => ({ value })),
		async handler(args, { ui }) {
			const index = names.indexOf(ui.theme.name);
			const wanted = args || names[(index + 1) % names.length] || "dark";
			const sample = ui.getTheme(wanted);
			const { success, error } = await ui.setTheme(wanted);
			if (!success) return ui.notify(error ?? "That did not work", "error");
			ui.notify(`${sample?.fg("accent", wanted)} is one of ${names.length} themes`);
		},
	});

	let names: readonly string[] = [];
	pi.on("session_start", (_event, { ui }) => {
		names = ui.getAllThemes().map(({ name }) => name);
	});
}
