import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const read = (path: string) => ({ name: "read", arguments: { i: `Reading ${path}`, path } });

export const editDiff: Scene = {
	name: "edit-diff",
	cols: 100,
	rows: 31,
	narrowRows: 40,
	files: sampleProject,
	args: ["--approval-mode", "yolo"],
	replies: [
		toolCalls(read("src/greet.ts"), read("src/main.ts"), read("test/greet.test.ts")),
		toolCalls({ name: "search", arguments: { i: "Searching", pattern: "greet\\(" } }),
		toolCall("edit", {
			i: "Adding the mark",
			path: "src/greet.ts",
			old_string: '"hello " + name',
			new_string: '"hello " + name + "!"',
		}),
		text('Done. Every greeting now ends with "!".'),
	],
	config: "edit:\n  mode: replace\nstartup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "A greeting should end with an exclamation mark");
		await terminal.waitFor("Done. Every greeting");
		await settled(terminal);
	},
};
