import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";

/** Depth of the search below the working directory. */
const maxDepth = 3;
/** Timeout of the search in a huge tree. */
const timeLimitMs = 500;

/** Shorter when a prompt waits for it. */
const quickLimitMs = 20;

/** `AGENTS.md` files below a folder, without its own; relative paths, sorted. */
export async function deeperContextFiles(cwd: string): Promise<string[]> {
	// On timeout nothing: the result must be deterministic.
	return (await search(cwd, timeLimitMs)) ?? [];
}

/** Whether such files have appeared or vanished since. In a tree that takes long to look through they count from the next start. */
export async function deeperFilesChanged(cwd: string, before: readonly string[]): Promise<boolean> {
	const now = await search(cwd, quickLimitMs);
	return now !== undefined && !Bun.deepEquals(now, before);
}

async function search(cwd: string, limitMs: number): Promise<string[] | undefined> {
	const found: string[] = [];
	const rules = { hidden: false, respectIgnore: true, nodeModules: false };
	const onPaths = (paths: readonly string[]) => found.push(...paths.filter((path) => path.endsWith("/AGENTS.md")));
	try {
		const signal = AbortSignal.timeout(limitMs);
		await listFiles({ root: cwd, rules, maxDepth: maxDepth + 1 }, { signal, onPaths });
	} catch {
		// It took too long.
		return undefined;
	}
	return found.sort();
}
