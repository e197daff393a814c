import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const tree: Scene = {
	name: "tree",
	cols: 100,
	rows: 30,
	files: sampleProject,
	config: "startup:\n  quiet: true\n",
	args: ["--approval-mode", "yolo"],
	replies: [
		toolCall("bash", { i: "Looking around", command: "ls src test" }),
		text("There are two sources and a test."),
		text("The mark is missing in `greet.ts`, line 8."),
		text("I would use a template string."),
	],
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "What is in this project?");
		await terminal.waitFor("two sources and a test.");
		await settled(terminal);
		terminal.type("Why does the test fail?\r");
		await terminal.waitFor("The mark is missing");
		await settled(terminal);
		terminal.type("How would you write it?\r");
		await terminal.waitFor("template string");
		await settled(terminal);
		terminal.type("/tree\r");
		await settled(terminal, 700);
	},
};
