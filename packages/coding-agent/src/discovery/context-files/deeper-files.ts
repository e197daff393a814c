import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";

/** Folders below the working folder that are looked into. */
const maxDepth = 3;
/** A tree so large that this is not enough is worked in by folders anyway. */
const timeLimitMs = 500;

/** `AGENTS.md` files below a folder, relative to it and sorted; its own is not among them. */
export async function deeperContextFiles(cwd: string): Promise<string[]> {
	const found: string[] = [];
	const rules = { hidden: false, respectIgnore: true, nodeModules: false };
	const onPaths = (paths: readonly string[]) => found.push(...paths.filter((path) => path.endsWith("/AGENTS.md")));
	try {
		const signal = AbortSignal.timeout(timeLimitMs);
		await listFiles({ root: cwd, rules, maxDepth: maxDepth + 1 }, { signal, onPaths });
	} catch {
		// Slow: which files are listed must not depend on how far it got.
		return [];
	}
	return found.sort();
}
