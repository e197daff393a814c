import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { barePath } from "@oh-my-pi/pi-testkit/isolation/bare-path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Benchmark } from "../benchmark.ts";
import { sizeLimits } from "../limits.data.ts";

/** On disk after the first call in a fresh clone with an empty home folder, without the history, which only grows. */
export const installSize: Benchmark = {
	name: "install-size",
	async run(bench) {
		const clone = join(bench.scratch, "clone");
		const home = join(bench.scratch, "clone-home");
		await mkdir(home);
		// Packed, as a clone over the network is.
		await mustRun(["git", "clone", "--quiet", "--no-local", bench.root, clone]);
		const env = { ...process.env, HOME: home, PATH: await barePath(join(bench.scratch, "bin")) };
		await mustRun([join(clone, "omp"), "--version"], env);
		const { stdout } = await mustRun(["du", "-sk", "--exclude=.git", clone, home]);
		const kilobytes = stdout.split("\n").reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0);
		const parts = (await mustRun(["du", "-kd1", clone])).stdout.trim().split("\n");
		return [
			{
				name: "on disk after the first call",
				value: kilobytes / 1024,
				unit: "MB",
				limit: sizeLimits.onDisk,
				notes: ["on disk, KB:", ...parts.map((line) => `  ${line.replace(clone, "")}`)],
			},
		];
	},
};

async function mustRun(command: readonly string[], env?: Record<string, string | undefined>) {
	const result = await runCommand(command, { env });
	if (result.exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${result.stderr}`);
	return result;
}
