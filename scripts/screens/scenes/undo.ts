import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const undo: Scene = {
	name: "undo",
	cols: 100,
	rows: 26,
	files: sampleProject,
	config: "startup:\n  quiet: true\n",
	args: ["--approval-mode", "yolo"],
	replies: [
		toolCall("bash", { i: "Tidying up", command: "rm -rf src && echo tidy > notes.txt" }),
		text("The old sources are gone."),
	],
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Tidy up this project");
		await terminal.waitFor("undo with /undo");
		await settled(terminal);
		terminal.type("/undo\r");
		await terminal.waitFor("Took back");
		await settled(terminal, 700);
	},
};
