import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

/** The dashboard, as its process says where it is. */
export async function servedDashboard(omp: OmpProject, env: Readonly<Record<string, string>> = {}) {
	const child = Bun.spawn([...omp.command, "stats", "-p", "0"], {
		cwd: omp.path,
		env: { ...omp.env, ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "ignore",
	});
	const { value } = await child.stdout.getReader().read();
	const shownUrl = new TextDecoder().decode(value).trim();
	const url = shownUrl.replace("localhost", "127.0.0.1");
	const get = (path: string, init?: RequestInit) => fetch(url + path, init);
	return {
		...{ shownUrl, url, child, get },
		/** The answer of a route. */
		json: async (path: string) => (await get(path)).json(),
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}
