import type { SharePorts } from "./share-session.ts";

/** Uses the network and local programs. */
export const localSharePorts: SharePorts = {
	fetch: (url, init) => fetch(url, init),
	async run(command, input) {
		const child = Bun.spawn([...command], { stdin: new Blob([input]), stdout: "pipe", stderr: "pipe" });
		const [output, problem, code] = await Promise.all([
			new Response(child.stdout).text(),
			new Response(child.stderr).text(),
			child.exited,
		]);
		if (code !== 0) throw new Error(problem.trim() || `${command[0]} ended with ${code}`);
		return output;
	},
};
