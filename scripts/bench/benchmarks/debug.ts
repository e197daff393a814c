import { debugWorld } from "../../../packages/tools/src/debug/testing/debug-world.ts";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const times = 7;
const python = "/usr/bin/python3";
const program = "def double(number):\n    return number * 2\n\n\nprint(double(21))\n";

/** From the call that launches a Python program to its stop at a breakpoint, with debugpy where that is installed. */
export const debug: Benchmark = {
	name: "debug",
	async run() {
		const hasDebugpy = Bun.spawnSync([python, "-c", "import debugpy"], { stderr: "ignore" }).exitCode === 0;
		if (!hasDebugpy) return [];
		const walls: number[] = [];
		for (let count = -1; count < times; count++) {
			await using world = await debugWorld({ "double.py": program });
			await world.text({ action: "set_breakpoint", file: "double.py", line: 2 });
			const startedAt = performance.now();
			const { details } = await world.run({ action: "launch", program: "double.py" });
			const ms = performance.now() - startedAt;
			if (details?.snapshot?.line !== 2) throw new Error("the program did not stop at the breakpoint");
			// The first one warms the file cache.
			if (count >= 0) walls.push(ms);
		}
		return [{ name: "debug, launch to first stop, debugpy", value: median(walls), unit: "ms" }];
	},
};
