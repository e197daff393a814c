import type { Scene } from "../scene.ts";
import { commitAll, ready, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const settings: Scene = {
	name: "settings",
	cols: 110,
	rows: 32,
	files: sampleProject,
	config: "startup:\n  quiet: true\nstatusLine:\n  separator: slash\n",
	prepare: commitAll,
	async play(terminal) {
		await ready(terminal);
		terminal.type("/settings\r");
		await settled(terminal, 900);
	},
};
