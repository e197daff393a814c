import { toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const questions = [
	{
		id: "mark",
		question: "How should a greeting end?",
		options: [
			{ label: "Exclamation mark", description: "as the test expects" },
			{ label: "Full stop", description: "calmer, but the test has to change" },
		],
		recommended: 0,
	},
];

export const question: Scene = {
	name: "ask",
	cols: 100,
	rows: 16,
	narrowRows: 20,
	files: sampleProject,
	replies: [toolCall("ask", { i: "Asking", questions }, { text: "One thing is not clear from the code." })],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Finish the greeting");
		await terminal.waitFor("Chat about this");
		await settled(terminal, 1200);
	},
};
