import { Records } from "./records.ts";
import type { Ripgrep } from "./ripgrep.ts";
import { type WalkRules, walkArgs } from "./walk-rules.ts";

/** Gives the files below a folder in batches, relative to it, in no particular order. */
export async function listFiles(
	ripgrep: Ripgrep,
	root: string,
	options: { rules: WalkRules; signal: AbortSignal; onPaths: (paths: readonly string[]) => void },
): Promise<void> {
	const { rules, signal, onPaths } = options;
	const records = new Records("\0");
	await ripgrep.run(["--files", "--null", ...walkArgs(rules)], {
		cwd: root,
		signal,
		onData(bytes) {
			const paths = records.push(bytes);
			if (paths.length > 0) onPaths(paths);
		},
	});
}
