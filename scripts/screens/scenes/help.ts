import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const help: Scene = {
	name: "help",
	cols: 100,
	rows: 26,
	narrowRows: 28,
	files: sampleProject,
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "/help");
		await terminal.waitFor("Esc close");
		await settled(terminal);
	},
};
