import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { evalTool } from "@oh-my-pi/pi-tools/eval/eval";
import { Runtimes } from "@oh-my-pi/pi-tools/kernels/runtimes";
import type { Benchmark, Figure } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const times = 20;
const starts = 5;

/** A cell in a kernel that has to be started, and in one that is there. */
export const evaluation: Benchmark = {
	name: "eval",
	async run(bench) {
		const now = () => performance.now();
		await using runtimes = new Runtimes({
			home: bench.scratch,
			env: bench.env,
			now,
			newId: () => crypto.randomUUID(),
		});
		const tool = evalTool({ runtimes, languages: ["py", "js"], sessionId: () => "bench", cwd: () => bench.cwd, now });
		const measureWall = async (language: "py" | "js", reset: boolean) => {
			const startedAt = now();
			await runTool(tool, { cells: [{ language, code: "1 + 1", reset }] });
			return now() - startedAt;
		};
		const figures: Figure[] = [];
		for (const [language, name] of [
			["py", "Python"],
			["js", "JavaScript"],
		] as const) {
			// The very first one also writes the runner and compiles it.
			await measureWall(language, true);
			const first: number[] = [];
			const next: number[] = [];
			for (let count = 0; count < starts; count++) first.push(await measureWall(language, true));
			for (let count = 0; count < times; count++) next.push(await measureWall(language, false));
			const limits = language === "py" ? { start: 250, next: 10 } : undefined;
			figures.push(
				{
					name: `eval, ${name} kernel start`,
					value: median(first),
					unit: "ms",
					...(limits && { limit: limits.start }),
				},
				{ name: `eval, next ${name} cell`, value: median(next), unit: "ms", ...(limits && { limit: limits.next }) },
			);
		}
		return figures;
	},
};
