import type { EntryPoint } from "../entry-point.ts";

/** `omp -p`: a process for each prompt; later ones continue its session. */
export const printEntry: EntryPoint = {
	name: "print",
	async open(omp, { env, resumes }) {
		let continues = resumes === true;
		let told = "";
		return {
			async prompt(text, { images = [] } = {}) {
				const args = [...(continues ? ["--continue"] : []), ...images.map((path) => `@${path}`)];
				continues = true;
				const { stdout, stderr } = await omp.run(["-p", ...args, text], { env: { ...env } });
				told += stdout + stderr;
			},
			told: () => told,
			async close() {},
			async [Symbol.asyncDispose]() {},
		};
	},
};
