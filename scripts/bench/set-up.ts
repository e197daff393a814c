import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isolatedDirectories, isolatedEnv } from "@oh-my-pi/pi-testkit/isolation/isolated-env";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Bench } from "./benchmark.ts";

/** Builds what is to be measured, before anything is. */
export async function setUp(root: string): Promise<{ bench: Bench } & AsyncDisposable> {
	const scratch = await mkdtemp(join(tmpdir(), "omp-bench-"));
	for (const directory of Object.values(isolatedDirectories(scratch))) await mkdir(directory, { recursive: true });
	const cwd = join(scratch, "project");
	await mkdir(cwd);
	const env = {
		...isolatedEnv(process.env, scratch),
		TERM: "xterm-256color",
		COLORTERM: "truecolor",
		PI_NO_TITLE: "1",
	};
	const omp = join(root, "omp");
	// With the user's own environment, as it may have to fetch something.
	const first = await runCommand([omp, "--help"], { cwd });
	if (first.exitCode !== 0) throw new Error(`omp does not start:\n${first.stderr}`);
	await dropFromPageCache(join(root, "dist", "omp"));
	return {
		bench: { root, omp, env, cwd, scratch },
		async [Symbol.asyncDispose]() {
			await rm(scratch, { recursive: true, force: true });
		},
	};
}

/**
 * A file that was just written is cached in larger pieces, and each page fault then maps more of it: 60 MB of memory at the
 * terminal where an executable that was read from disk has 54. Users start the latter.
 */
async function dropFromPageCache(path: string): Promise<void> {
	await runCommand(["sync", path]);
	await runCommand(["dd", `if=${path}`, "iflag=nocache", "count=0"]);
}
