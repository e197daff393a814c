import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runTool } from "@oh-my-pi/pi-testkit/run-tool";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";

/** Reads a file with the tool of a fresh process and prints what that took; the first read, of ourselves, loads the code. */
async function readOnce(path: string): Promise<{ ms: number; megabytes: number }> {
	const shell = { run: () => Promise.reject(new Error("no commands here")) };
	const ports = {
		cwd: () => "/",
		home: "/",
		now: () => 0,
		env: {},
		shell,
		readDefaultLimit: 300,
		bashTimeoutSeconds: 1,
	};
	const tool = builtInTools({ ...ports, ripgrep: localRipgrep({}) } as never).find(({ name }) => name === "read");
	if (!tool) throw new Error("There is no read");
	await runTool(tool, { path: `${import.meta.path}:1-5` } as never);
	Bun.gc(true);
	const before = process.memoryUsage().rss;
	const startedAt = performance.now();
	await runTool(tool, { path } as never);
	const ms = performance.now() - startedAt;
	return { ms, megabytes: (process.memoryUsage().rss - before) / 1024 / 1024 };
}

console.log(JSON.stringify(await readOnce(process.argv[2] ?? "")));
