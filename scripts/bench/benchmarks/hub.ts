import { join } from "node:path";
import type { Benchmark } from "../benchmark.ts";
import { hubLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { startInTerminal } from "../omp-in-terminal.ts";
import { startScripted } from "../scripted-process.ts";

const agents = 100;
const presses = 20;
const ctrlS = "\x13";

/** The hub while a hundred agents write ten words a second each. */
export const hub: Benchmark = {
	name: "hub",
	async run(bench) {
		await using model = await startScripted(bench, "serve-agents.ts", [String(agents)]);
		const config = join(bench.scratch, "hub.yml");
		await Bun.write(config, `task: { maxConcurrency: ${agents} }\n`);
		await using omp = startInTerminal(bench, [...model.selectors, "--yolo", "--config", config]);
		await omp.shows("Bench");
		await omp.watch.settle(500, () => false);
		omp.type("go\r");
		await omp.shows("They work.");
		omp.type(ctrlS);
		await omp.shows(`${agents} agents, ${agents} running`);
		// One key changes a word at the bottom: the whole hub was drawn.
		const repaints: number[] = [];
		for (let press = 0; press < presses; press++) {
			const pressedAt = performance.now();
			omp.type("t");
			repaints.push((await omp.shows(press % 2 === 0 ? "t tree" : "t flat")) - pressedAt);
			await Bun.sleep(100);
		}
		const cpuBefore = omp.cpuMs();
		const watchedAt = performance.now();
		await Bun.sleep(3000);
		const cpu = (omp.cpuMs() - cpuBefore) / (performance.now() - watchedAt);
		omp.type("\r");
		await omp.shows("Message to Agent0");
		const echo = await omp.watch.echo((key) => omp.type(key));
		return [
			{
				name: `hub with ${agents} agents at work, repaint`,
				value: median(repaints),
				unit: "ms",
				limit: hubLimits.repaintMs,
			},
			{ name: "hub, key echo in an opened agent", value: echo, unit: "ms", limit: hubLimits.keyEchoMs },
			{ name: "hub, CPU while it is open", value: cpu * 100, unit: "%" },
			{ name: "hub, memory", value: await omp.megabytes(), unit: "MB" },
		];
	},
};
