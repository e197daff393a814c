import { readFileSync } from "node:fs";
import type { Bench } from "./benchmark.ts";
import { megabytesOfTree } from "./process-memory.ts";
import { ScreenWatch } from "./screen-watch.ts";

/** The built program in a terminal of 120 by 40, seen and used from outside. */
export interface OmpInTerminal extends AsyncDisposable {
	/** When it was started, on the clock of `performance.now()`. */
	readonly startedAt: number;
	readonly watch: ScreenWatch;
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Waits until a text has been written since the last call, and says when it was. */
	shows(text: string, patienceMs?: number): Promise<number>;
	/** Processor time the program has used so far. */
	cpuMs(): number;
	megabytes(): Promise<number>;
}

export function startInTerminal(bench: Bench, args: readonly string[]): OmpInTerminal {
	const watch = new ScreenWatch();
	const startedAt = performance.now();
	const child = Bun.spawn([bench.omp, ...args], {
		cwd: bench.cwd,
		env: bench.env,
		terminal: {
			cols: 120,
			rows: 40,
			data: (terminal, data) => {
				const reply = watch.see(data);
				if (reply) terminal.write(reply);
			},
		},
	});
	return {
		startedAt,
		watch,
		type: (keys) => void child.terminal?.write(keys),
		resize: (columns, rows) => void child.terminal?.resize(columns, rows),
		shows: (text, patienceMs = 30_000) => watch.waitFor(text, patienceMs),
		cpuMs: () => cpuMs(child.pid),
		megabytes: () => megabytesOfTree(child.pid),
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await child.exited;
			child.terminal?.close();
		},
	};
}

/** The first number is how long the main thread was on a processor; the others of the process are added. */
function cpuMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
		.replace(/^.*\) /, "")
		.split(" ");
	const ticks = Number(fields[11]) + Number(fields[12]);
	return ticks * TICK_MS;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
