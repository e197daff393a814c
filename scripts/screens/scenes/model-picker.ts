import type { Scene } from "../scene.ts";
import { commitAll, ready, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const modelPicker: Scene = {
	name: "model-picker",
	cols: 110,
	rows: 24,
	files: sampleProject,
	config: "startup:\n  quiet: true\n",
	// Fake keys; no requests are sent.
	env: { ANTHROPIC_API_KEY: "key", OPENAI_API_KEY: "key", MISTRAL_API_KEY: "key" },
	prepare: commitAll,
	async play(terminal) {
		await ready(terminal);
		terminal.type("/model\r");
		await settled(terminal, 900);
	},
};
