import { resolve } from "node:path";
import type { WorkerEvent } from "../contract/worker-event.ts";

const program = resolve(import.meta.dir, "worker-program.ts");

export interface WorkerProcess {
	readonly pid: number;
	readonly events: readonly WorkerEvent[];
	kill(signal: NodeJS.Signals): void;
	readonly exited: Promise<number>;
	stderr(): Promise<string>;
}

/** Starts a worker as a process that can be killed. */
export function workerProcess(options: {
	readonly fleetDir: string;
	readonly agentDir: string;
	readonly omp: readonly string[];
	readonly slots?: number;
	readonly queueUrl?: string | undefined;
	readonly storeUrl?: string | undefined;
	readonly pollMs?: number;
	readonly untilIdle?: boolean;
	readonly env?: Readonly<Record<string, string>>;
}): WorkerProcess {
	const { env, ...rest } = options;
	const child = Bun.spawn([process.execPath, program, JSON.stringify(rest)], {
		env: { ...process.env, ACME_KEY: "acme-secret-key", ...env },
		stdout: "pipe",
		stderr: "pipe",
	});
	const events: WorkerEvent[] = [];
	const stderr = new Response(child.stderr).text();
	void (async () => {
		let rest = "";
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) events.push(JSON.parse(line));
		}
	})();
	return { pid: child.pid, events, kill: (signal) => child.kill(signal), exited: child.exited, stderr: () => stderr };
}
