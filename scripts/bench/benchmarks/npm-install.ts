import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { barePath } from "@oh-my-pi/pi-testkit/isolation/bare-path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { makeRelease } from "../../release/make-release.ts";
import { hostPlatform } from "../../release/platforms.ts";
import type { Benchmark } from "../benchmark.ts";
import { sizeLimits, startLimits } from "../limits.data.ts";
import { measureRuns, median } from "../measure-runs.ts";

/** The npm packages in an empty prefix: what they take on disk, and what npm's way adds to a start of the executable. */
export const npmInstall: Benchmark = {
	name: "npm-install",
	async run(bench) {
		const folder = join(bench.scratch, "release");
		const platform = hostPlatform();
		const release = await makeRelease({ root: bench.root, folder, platforms: [platform], gzipLevel: 1 });
		const home = join(bench.scratch, "npm-home");
		const prefix = join(bench.scratch, "npm-prefix");
		await mkdir(home);
		const env = { ...bench.env, HOME: home, PATH: await barePath(join(bench.scratch, "npm-bin")) };
		const install = ["npm", "install", "--global", "--offline", `--prefix=${prefix}`, ...release.packages];
		const { exitCode, stderr } = await runCommand(install, { cwd: bench.cwd, env });
		if (exitCode !== 0) throw new Error(`npm install failed:\n${stderr}`);
		const { stdout } = await runCommand(["du", "-sk", prefix]);
		// In turns, so that a busy moment meets both.
		const differences: number[] = [];
		for (let round = 0; round < 15; round++) {
			const own = await startMs([join(folder, `omp-${platform.id}`), "--version"]);
			differences.push((await startMs([join(prefix, "bin/omp"), "--version"])) - own);
		}
		return [
			{ name: "npm packages on disk", value: Number.parseInt(stdout, 10) / 1024, unit: "MB", limit: sizeLimits.npm },
			{
				name: "npm's omp --version over the executable's own",
				value: median(differences),
				unit: "ms",
				limit: startLimits.npmOverhead,
			},
		];

		async function startMs(command: readonly string[]): Promise<number> {
			return (await measureRuns(command, { cwd: bench.cwd, env, times: 1 })).wallMs;
		}
	},
};
