import { failure } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const error: Scene = {
	name: "error",
	cols: 100,
	rows: 10,
	narrowRows: 14,
	files: sampleProject,
	replies: [failure(401, "invalid x-api-key")],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
	async play(terminal) {
		await ask(terminal, "Explain this project");
		await terminal.waitFor("to retry");
		await settled(terminal);
	},
};
