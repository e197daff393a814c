import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** `/until <command>`, or `--until <command>` at the start: the model goes on until the command succeeds. Also says what the run is waiting for. */
export default function (pi: ExtensionAPI): void {
	pi.registerFlag("until", { type: "string", description: "Go on until this command succeeds" });
	let command: string | undefined;
	// Options are known when everything is loaded.
	pi.on("session_start", () => {
		const given = pi.getFlag("until");
		if (typeof given === "string") command = given;
	});

	pi.registerCommand("until", {
		description: "Go on until this command succeeds",
		async handler(args, { ui }) {
			command = args || undefined;
			ui.setStatus("until", command && `until ${command}`);
		},
	});

	pi.on("session_stop", async ({ stop_hook_active, signal }, ctx) => {
		if (command === undefined) return undefined;
		const { code, stdout, stderr } = await pi.exec("sh", ["-c", command], { cwd: ctx.cwd, signal });
		if (code === 0) return undefined;
		const again = stop_hook_active ? " still" : "";
		return { continue: true, additionalContext: `\`${command}\`${again} fails:\n${stdout}${stderr}` };
	});

	pi.on("auto_retry_start", ({ attempt, errorMessage }, { ui }) =>
		ui.setStatus("retry", `${attempt}: ${errorMessage}`),
	);
	pi.on("auto_retry_end", (_event, { ui }) => ui.setStatus("retry", undefined));
	pi.on("todo_reminder", ({ todos }, { ui }) => ui.setStatus("todos", `${todos.length} left`));
	pi.on("goal_updated", ({ goal }, { ui }) => ui.setStatus("goal", goal?.objective));
}
