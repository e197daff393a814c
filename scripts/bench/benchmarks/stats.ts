import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sampleSessions } from "../../../packages/coding-agent/src/features/stats/testing/sample-sessions.ts";
import type { Bench, Benchmark } from "../benchmark.ts";
import { statsLimits } from "../limits.data.ts";

const runs = 3;
const pageParts = ["/", "/app.js", "/app.css"];

/** `omp stats`: reading session files, the first view of many requests, and what a browser loads. */
export const stats: Benchmark = {
	name: "stats",
	async run(bench) {
		// Results of tools are most of a session file; 6 KB is a short one.
		const long = await writeSessions(bench, "long", { requests: 30_000, perFile: 300, resultChars: 6_000 });
		const many = await writeSessions(bench, "many", { requests: 200_000, perFile: 500, resultChars: 50 });
		const seconds: number[] = [];
		for (let run = 0; run < runs; run++) seconds.push(await syncOnce(bench, long));
		const views: View[] = [];
		await syncOnce(bench, many);
		for (let run = 0; run < runs; run++) views.push(await viewOnce(bench, many));
		const lowest = (pick: (view: View) => number) => Math.min(...views.map(pick));
		await Promise.all([long, many].map(({ home }) => rm(home, { recursive: true })));
		return [
			{
				name: "omp stats, reading 100 MB of sessions",
				value: (Math.min(...seconds) * 1000 * 100) / long.megabytes,
				unit: "ms",
				limit: statsLimits.sync100MB,
			},
			{
				name: "omp stats, first view of 200,000 requests",
				value: lowest(({ ms }) => ms),
				unit: "ms",
				limit: statsLimits.firstView,
			},
			{ name: "omp stats, the page", value: lowest(({ kilobytes }) => kilobytes), unit: "KB", limit: statsLimits.page },
		];
	},
};

interface Sessions {
	readonly home: string;
	readonly megabytes: number;
}

interface View {
	readonly ms: number;
	readonly kilobytes: number;
}

async function writeSessions(
	{ scratch }: Bench,
	name: string,
	options: { readonly requests: number; readonly perFile: number; readonly resultChars: number },
): Promise<Sessions> {
	const home = join(scratch, `stats-${name}`);
	let bytes = 0;
	for (const { path, text } of sampleSessions({ ...options, now: Date.now(), days: 90 })) {
		const file = join(home, ".omp/agent/sessions", path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
		bytes += Buffer.byteLength(text);
	}
	return { home, megabytes: bytes / 1e6 };
}

/** Seconds of a process that reads everything and says the sums. */
async function syncOnce({ omp, env, cwd }: Bench, { home }: Sessions): Promise<number> {
	for (const ending of ["", "-wal", "-shm"]) await rm(join(home, `.omp/stats.db${ending}`), { force: true });
	const started = performance.now();
	const child = Bun.spawn([omp, "stats", "-s"], {
		cwd,
		env: { ...env, HOME: home },
		stdout: "ignore",
		stderr: "inherit",
	});
	if ((await child.exited) !== 0) throw new Error("omp stats -s failed");
	return (performance.now() - started) / 1000;
}

/** The page and the numbers of its first view, over all time, in a fresh process that has nothing new to read. */
async function viewOnce({ omp, env, cwd }: Bench, { home }: Sessions): Promise<View> {
	const child = Bun.spawn([omp, "stats", "-p", "0"], {
		cwd,
		env: { ...env, HOME: home },
		stdout: "pipe",
		stderr: "ignore",
	});
	try {
		const { value } = await child.stdout.getReader().read();
		const url = new TextDecoder().decode(value).trim().replace("localhost", "127.0.0.1");
		const started = performance.now();
		const parts = await Promise.all(pageParts.map(async (path) => (await fetch(url + path)).text()));
		const overview = await fetch(`${url}/api/stats/overview?range=all`);
		const { overall } = (await overview.json()) as { overall: { totalRequests: number } };
		const ms = performance.now() - started;
		if (overall.totalRequests !== 200_000) throw new Error(`The dashboard counts ${overall.totalRequests} requests`);
		return { ms, kilobytes: parts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1024 };
	} finally {
		child.kill("SIGKILL");
		await child.exited;
	}
}
