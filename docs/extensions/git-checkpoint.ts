import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Keeps the state of the working tree before each prompt as a commit that no branch has. `/restore` brings it back. */
export default function (pi: ExtensionAPI): void {
	const checkpoints: string[] = [];

	pi.on("before_agent_start", async (_event, ctx) => {
		const { stdout, code } = await pi.exec("git", ["stash", "create", "omp checkpoint"], { cwd: ctx.cwd });
		// Without changes there is nothing to keep, and the last commit is the checkpoint.
		const head = () => pi.exec("git", ["rev-parse", "HEAD"], { cwd: ctx.cwd });
		const commit = stdout.trim() || (await head()).stdout.trim();
		if (code !== 0 || commit === "") return;
		checkpoints.push(commit);
		pi.appendEntry("git-checkpoint", { commit });
		ctx.ui.setStatus("git-checkpoint", `checkpoint ${commit.slice(0, 7)}`);
	});

	pi.registerCommand("restore", {
		description: "Bring back the files as they were before the last prompt",
		async handler(_args, ctx) {
			const commit = checkpoints.pop();
			if (commit === undefined) return ctx.ui.notify("There is no checkpoint", "warning");
			const { code, stderr } = await pi.exec("git", ["restore", `--source=${commit}`, "."], { cwd: ctx.cwd });
			ctx.ui.notify(code === 0 ? `Restored ${commit.slice(0, 7)}` : stderr, code === 0 ? "info" : "error");
		},
	});
}
