import type { Host } from "@oh-my-pi/pi-utils/host";
import type { StartupTrace } from "@oh-my-pi/pi-utils/startup-phase";
import type { CliIo } from "../terminal/io.ts";

interface TimedPhase {
	readonly name: string;
	readonly startMs: number;
	endMs?: number;
}

/** Prints startup times on stderr: each phase as it ends, or all of them as a tree. */
export class StartupTiming implements StartupTrace {
	readonly #phases: TimedPhase[] = [];
	readonly #io: Pick<CliIo, "stderr">;
	readonly #streams: boolean;
	readonly #wanted: string;
	#readyMs: number | undefined;
	#modules: readonly string[] = [];

	constructor(env: Host["env"], io: Pick<CliIo, "stderr">) {
		this.#io = io;
		this.#streams = Boolean(env.PI_DEBUG_STARTUP);
		this.#wanted = env.PI_TIMING ?? "";
	}

	async phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
		const timed: TimedPhase = { name, startMs: performance.now() };
		this.#phases.push(timed);
		this.#say(name, "start");
		try {
			return await work();
		} finally {
			timed.endMs = performance.now();
			this.#say(name, "done");
		}
	}

	ready(): boolean {
		this.#readyMs = performance.now();
		this.#modules = this.#wanted === "full" ? loadedModules() : [];
		return this.#wanted === "x";
	}

	async report(): Promise<void> {
		if (this.#wanted === "" || this.#wanted === "0" || this.#readyMs === undefined) return;
		const lines = [...timingTree(this.#phases, this.#readyMs), ...this.#modules];
		await this.#io.stderr.write(`${lines.join("\n")}\n`);
	}

	#say(name: string, state: "start" | "done"): void {
		if (this.#streams) void this.#io.stderr.write(`[startup] ${name}:${state}\n`);
	}
}

/** Time since process start, by phase and part. */
export function timingTree(phases: readonly TimedPhase[], nowMs: number): string[] {
	const below = (prefix: string): TimedPhase[] =>
		phases
			.filter(({ name }) => name.startsWith(prefix) && !name.slice(prefix.length).includes("/"))
			.toSorted((a, b) => a.startMs - b.startMs)
			.flatMap((phase) => [phase, ...below(`${phase.name}/`)]);
	const rows = [
		{ label: "startup", startMs: 0, tookMs: nowMs },
		...below("").map(({ name, startMs, endMs = nowMs }) => {
			const depth = name.split("/").length;
			return { label: "  ".repeat(depth) + name.slice(name.lastIndexOf("/") + 1), startMs, tookMs: endMs - startMs };
		}),
	];
	const width = Math.max(...rows.map(({ label }) => label.length));
	const figure = (ms: number) => ms.toFixed(1).padStart(7);
	return rows.map(
		({ label, startMs, tookMs }) => `${label.padEnd(width)} ${figure(tookMs)} ms, from ${figure(startMs).trim()}`,
	);
}

function loadedModules(): string[] {
	const paths = Object.keys(require.cache);
	return [`${paths.length} modules:`, ...paths.map((path) => `  ${path}`)];
}
