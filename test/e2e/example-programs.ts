import { resolve } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { hostRelease } from "./host-release.ts";

/** The option that loads examples of `docs/extensions/`. */
export const example = (...names: readonly string[]) =>
	names.flatMap((name) => ["-e", resolve(import.meta.dir, `../../docs/extensions/${name}.ts`)]);

type CommandOf = (omp: OmpProject) => Promise<readonly string[]>;

/** From source, and as people have it. */
export const programs: ReadonlyArray<readonly [name: string, commandOf: CommandOf]> = [
	["source", async (omp) => omp.command],
	["executable", async () => [(await hostRelease()).executable]],
];

/** A project whose omp is the program that is tested. */
export async function projectOf(commandOf: CommandOf, options: Parameters<typeof ompProject>[0]): Promise<OmpProject> {
	const omp = await ompProject(options);
	const command = await commandOf(omp);
	const run: OmpProject["run"] = (args, { env = {}, ...rest } = {}) =>
		runCommand([...command, ...args], { cwd: omp.path, ...rest, env: { ...omp.env, ...env } });
	return Object.assign(omp, { command, run });
}
