import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const todos = {
	op: "init",
	list: [
		{ phase: "Find", items: ["Read the greeting", "Run the tests"] },
		{ phase: "Fix", items: ["Add the mark", "Update the README"] },
	],
};

export const runningBash: Scene = {
	name: "running-bash",
	cols: 100,
	rows: 32,
	files: sampleProject,
	args: ["--approval-mode", "yolo"],
	replies: [
		toolCall("todo", { i: "Planning", ...todos }),
		toolCall("bash", {
			i: "Running the test suite",
			command: 'for n in $(seq 1 40); do echo "test/greet.test.ts: case $n ... ok"; sleep 0.04; done; sleep 60',
		}),
	],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Fix the greeting, test first");
		await terminal.waitFor("case 40");
		terminal.type("also update the README\r");
		await terminal.waitFor("Steering");
		await Bun.sleep(300);
	},
};
