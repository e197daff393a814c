import { availableParallelism } from "node:os";
import { emptyFolders } from "../empty-folders.ts";
import { PathScan } from "./path-scan.ts";
import type { Ripgrep } from "./ripgrep.ts";
import { type WalkRules, walkArgs } from "./walk-rules.ts";

export interface GlobOptions {
	readonly root: string;
	readonly rules: WalkRules;
	readonly signal: AbortSignal;
	/** Batches of paths relative to the root, in no particular order; folders end in `/`. */
	readonly onPaths: (paths: readonly string[]) => void;
}

/** Among this many others, nobody looks for a folder without files. */
const maxBesideEmpty = 200;

/** Files and folders below a root that match a glob. */
export async function globFiles(ripgrep: Ripgrep, pattern: string, options: GlobOptions): Promise<void> {
	const { root, rules, signal, onPaths } = options;
	const scan = new PathScan(pattern);
	let found = 0;
	const walk = (respectIgnore: boolean) =>
		ripgrep.run(["--files", "--null", ...threadArgs(), ...walkArgs({ ...rules, respectIgnore })], {
			cwd: root,
			signal,
			onData(bytes) {
				const matches = scan.push(bytes);
				found += matches.length;
				if (matches.length > 0) onPaths(matches);
			},
		});
	await walk(rules.respectIgnore);
	// Named outright, a folder is meant even if the project ignores it.
	if (rules.respectIgnore && scan.count === 0) await walk(false);
	const empty = found > maxBesideEmpty ? [] : emptyFolders(root, scan.folders, (name) => isLeftOut(name, rules));
	const folders = scan.matchingFolders(empty);
	if (folders.length > 0) onPaths(folders.map((folder) => `${folder}/`));
}

/** A listing is no faster with a second thread, and whoever reads it needs the other core. */
function threadArgs(): string[] {
	return availableParallelism() <= 2 ? ["--threads=1"] : [];
}

function isLeftOut(name: string, rules: WalkRules): boolean {
	if (name === ".git" || (!rules.nodeModules && name === "node_modules")) return true;
	return !rules.hidden && name.startsWith(".");
}
