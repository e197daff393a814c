import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** `/release` asks for everything that a release needs, then gives the work to the model. */
export default function (pi: ExtensionAPI): void {
	pi.registerCommand("release", {
		description: "Prepare a release",
		async handler(args, ctx) {
			const { ui } = ctx;
			const kind = await ui.select("What kind of release?", ["patch", "minor", "major"]);
			if (kind === undefined) return ui.notify("No release", "warning");
			const version = args || (await ui.input("Version", "1.2.3"));
			if (!version) return ui.notify("A release needs a version", "error");
			const notes = await ui.editor("Release notes", `# ${version}\n\n`);
			// Somebody who does not answer does not want it.
			const isSure = await ui.confirm(`Release ${version}?`, notes || "Without notes", { timeout: 60_000 });
			if (!isSure) return ui.notify(`${version} is not released`);
			ui.setTitle(`release ${version}`);
			pi.sendUserMessage(`Prepare the ${kind} release ${version}. Notes:\n\n${notes ?? ""}`);
		},
	});

	pi.registerCommand("commit-message", {
		description: "Write a commit message; Enter sends it, Shift+Enter begins a line",
		async handler(_args, ctx) {
			// Taken back when it is no longer needed: here, when the session ends.
			const message = await ctx.ui.editor("Commit message", "", { signal: gone.signal }, { promptStyle: true });
			if (message) pi.sendUserMessage(`Commit what is staged with this message:\n\n${message}`);
		},
	});

	const gone = new AbortController();
	pi.on("session_shutdown", () => gone.abort());
}
