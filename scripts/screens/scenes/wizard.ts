import type { Scene } from "../scene.ts";
import { commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const wizard: Scene = {
	name: "wizard",
	cols: 100,
	rows: 15,
	narrowRows: 20,
	files: sampleProject,
	isFirstStart: true,
	env: { OMP_SKIP_SETUP: "0" },
	prepare: commitAll,
	async play(terminal) {
		await terminal.waitFor("Paste an API key");
		await settled(terminal);
	},
};
