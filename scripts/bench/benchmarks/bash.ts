import { join } from "node:path";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { bashTool } from "@oh-my-pi/pi-tools/bash/bash";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/run/session-shell";
import type { Benchmark, Figure } from "../benchmark.ts";
import { median } from "../measure-runs.ts";
import { memoryGrowth } from "../memory-growth.ts";

const times = 50;
const floodMegabytes = 500;

/** The smallest command in the session's shell, and the largest output, which goes to an artifact on the way. */
export const bash: Benchmark = {
	name: "bash",
	async run(bench) {
		await using shell = sessionShell({ home: bench.scratch, env: bench.env, newId: () => crypto.randomUUID() });
		const file = { id: "0", path: join(bench.scratch, "flood.log") };
		const tool = bashTool({
			shell,
			cwd: () => bench.cwd,
			home: bench.scratch,
			env: bench.env,
			now: () => performance.now(),
			defaultTimeoutSeconds: 300,
			artifacts: { allocate: () => file, save: () => file },
		});
		const measureWall = async (command: string) => {
			const startedAt = performance.now();
			await runTool(tool, { command });
			return performance.now() - startedAt;
		};
		const first = await measureWall("true");
		const walls: number[] = [];
		for (let count = 0; count < times; count++) walls.push(await measureWall("true"));
		return [
			{ name: "bash, true, the first time", value: first, unit: "ms" },
			{ name: "bash, true", value: median(walls), unit: "ms", limit: 8 },
			...(await flood(measureWall)),
		];
	},
};

async function flood(wallOf: (command: string) => Promise<number>): Promise<Figure[]> {
	const line = "a line of output as a build prints it, neither short nor long, over and over again";
	await wallOf(`yes '${line}' | head -c 50000000 && true`);
	let wallMs = 0;
	const growth = await memoryGrowth(async () => {
		wallMs = await wallOf(`yes '${line}' | head -c ${floodMegabytes * 1_000_000} && true`);
	});
	const name = `bash, ${floodMegabytes} MB of output`;
	return [
		{ name, value: wallMs, unit: "ms", limit: floodMegabytes * 10 },
		{ name: `${name}, memory`, value: growth, unit: "MB", limit: 64 },
	];
}
