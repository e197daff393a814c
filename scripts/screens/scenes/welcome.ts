import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { commitAll, ready } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

export const welcome: Scene = {
	name: "welcome",
	cols: 100,
	rows: 20,
	narrowRows: 24,
	files: sampleProject,
	replies: [text("Done."), text("Done."), text("Done.")],
	async prepare(project) {
		await commitAll(project);
		for (const prompt of ["Explain how greetings are built", "Add a test for shouting", "Fix the greeting"]) {
			await project.omp.run(["-p", prompt], { cwd: project.path });
		}
	},
	play: ready,
};
