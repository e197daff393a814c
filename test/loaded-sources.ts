import { basename, join, resolve } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { compileProduct } from "../scripts/build/compile-product.ts";

const root = resolve(import.meta.dir, "..");

/** The executable, and which sources a run of it loads. */
export interface TracedExecutable extends AsyncDisposable {
	loadedBy(
		args: readonly string[],
		options: { cwd: string; env: Record<string, string> },
	): Promise<{ exitCode: number | null; sources: readonly string[] }>;
}

export async function tracedExecutable(): Promise<TracedExecutable> {
	const folder: Workspace = await workspace();
	const executable = folder.file("omp");
	const { outputs } = await compileProduct(root, executable, folder.file("packed"));
	const recorder = join(root, "scripts/bench/record-loaded.ts");
	const list = folder.file("loaded.json");
	return {
		async loadedBy(args, { cwd, env }) {
			const recording = { BUN_OPTIONS: `--preload ${recorder}`, LOADED_MODULES_FILE: list };
			const { exitCode } = await runCommand([executable, ...args], { cwd, env: { ...env, ...recording } });
			const modules: string[] = await Bun.file(list).json();
			// The entry is not in the list when it ends the process before its own end.
			const chunks = new Set(["main.js", ...modules.map((path) => basename(path))]);
			return {
				exitCode,
				sources: [...chunks].flatMap((chunk) => Object.keys(outputs[`./${chunk}`]?.inputs ?? {})),
			};
		},
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}
