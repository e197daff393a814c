import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Bench } from "./benchmark.ts";

/** A long-running command of omp. */
export interface RunningService extends AsyncDisposable {
	readonly url: string;
	readonly token: string;
	readonly pid: number;
	/** Milliseconds of processor time so far. */
	cpuMs(): number;
	/** Resident now. */
	megabytes(): number;
}

/** Starts one with a home folder of its own. */
export async function startService(
	bench: Bench,
	command: "auth-broker" | "auth-gateway",
	more: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
	const env = { ...bench.env, HOME: join(bench.scratch, command), ...more };
	await runCommand(["mkdir", "-p", env.HOME]);
	// The executable itself: the launcher would be the process that is measured.
	const omp = join(bench.root, "dist/omp");
	const token = (await runCommand([omp, command, "token"], { env })).stdout.trim();
	const child = Bun.spawn([omp, command, "serve", "--bind", "127.0.0.1:0"], {
		env,
		cwd: bench.cwd,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { promise, resolve } = Promise.withResolvers<string>();
	void (async () => {
		let printed = "";
		for await (const bytes of child.stdout) {
			printed = (printed + Buffer.from(bytes).toString()).slice(-10_000);
			const url = /"event":"listening","url":"([^"]+)"/.exec(printed)?.[1];
			if (url) resolve(url);
		}
	})();
	const url = await promise;
	return {
		url,
		token,
		pid: child.pid,
		cpuMs: () => {
			const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
			// Ticks of 10 ms: user and system.
			return (Number(fields[11]) + Number(fields[12])) * 10;
		},
		megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}
