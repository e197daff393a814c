import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";

/** Depth of the search below the working directory. */
const maxDepth = 3;
/** Timeout of the search in a huge tree. */
const timeLimitMs = 500;

/** `AGENTS.md` files below a folder, without its own; relative paths, sorted. */
export async function deeperContextFiles(cwd: string): Promise<string[]> {
	const found: string[] = [];
	const rules = { hidden: false, respectIgnore: true, nodeModules: false };
	const onPaths = (paths: readonly string[]) => found.push(...paths.filter((path) => path.endsWith("/AGENTS.md")));
	try {
		const signal = AbortSignal.timeout(timeLimitMs);
		await listFiles({ root: cwd, rules, maxDepth: maxDepth + 1 }, { signal, onPaths });
	} catch {
		// On timeout return nothing: the result must be deterministic.
		return [];
	}
	return found.sort();
}
