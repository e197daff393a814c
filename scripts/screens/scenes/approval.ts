import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const approval: Scene = {
	name: "approval",
	cols: 100,
	rows: 18,
	narrowRows: 24,
	files: sampleProject,
	args: ["--approval-mode", "always-ask"],
	replies: [
		toolCall(
			"bash",
			{ i: "Clearing the build", command: "rm -rf build && bun build src/main.ts --outdir build" },
			{ text: "The old build is in the way. I will remove it and build again." },
		),
	],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Build it from scratch");
		await terminal.waitFor("Run this command?");
		await settled(terminal, 1200);
	},
};
