import { basename, join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { compileProduct } from "../build/compile-product.ts";
import type { Bench } from "./benchmark.ts";

/** The sources a run of the executable really loaded, by chunk. */
export async function loadedModules(bench: Bench, args: readonly string[]): Promise<readonly string[]> {
	const executable = join(bench.scratch, "omp-with-metafile");
	const { outputs } = await compileProduct(bench.root, executable, join(bench.scratch, "packed"));
	const listFile = join(bench.scratch, "loaded.json");
	const recorder = join(import.meta.dir, "record-loaded.ts");
	const run = await runCommand([executable, ...args], {
		cwd: bench.cwd,
		env: { ...bench.env, BUN_OPTIONS: `--preload ${recorder}`, LOADED_MODULES_FILE: listFile },
	});
	if (run.exitCode !== 0) throw new Error(`omp ${args.join(" ")} ended with code ${run.exitCode}: ${run.stderr}`);
	const loaded: string[] = await Bun.file(listFile).json();
	// The entry is not in the registry when it ends the process before its own end.
	const chunks = new Set([
		"main.js",
		...loaded.filter((path) => path.startsWith("/$bunfs/")).map((path) => basename(path)),
	]);
	const lines = [...chunks].flatMap((chunk) => describeChunk(chunk, outputs[`./${chunk}`] ?? outputs[chunk]));
	return [`loaded for omp ${args.join(" ")} (${chunks.size} chunks):`, ...lines];
}

type Output = Bun.BuildMetafile["outputs"][string];

function describeChunk(chunk: string, output: Output | undefined): string[] {
	const inputs = Object.entries(output?.inputs ?? {})
		.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
		.map(([path, { bytesInOutput }]) => `    ${path.replace(/^.*node_modules\//, "")} ${bytesInOutput}`);
	return [`  ${chunk} ${output?.bytes ?? 0} bytes from ${inputs.length} files`, ...inputs];
}
