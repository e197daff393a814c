import { dirname, relative } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileSource } from "./file-completions.ts";

/** A listing this old is made anew. */
const freshMs = 5000;

/** Lists the project's files for completion, the newest first, and remembers them for a moment; the search program starts when first needed. */
export function projectFiles(roots: () => readonly string[], env: { PATH?: string }, now: () => number): FileSource {
	let known: { at: number; folders: string; paths: Promise<readonly string[]> } | undefined;
	return {
		async list(signal) {
			const folders = roots().join("\n");
			if (!known || known.folders !== folders || now() - known.at > freshMs) {
				known = { at: now(), folders, paths: listRoots(roots(), env) };
			}
			const paths = await known.paths;
			signal.throwIfAborted();
			return paths;
		},
	};
}

/** All by their paths from the first root. */
async function listRoots(roots: readonly string[], env: { PATH?: string }): Promise<readonly string[]> {
	const lists = await Promise.all(roots.map((root) => listProject(root, env)));
	return lists.flatMap((paths, index) =>
		index === 0 ? paths : paths.map((path) => `${relative(roots[0] ?? "", roots[index] ?? "")}/${path}`),
	);
}

async function listProject(folder: string, env: { PATH?: string }): Promise<readonly string[]> {
	const [{ listFiles }, { localRipgrep }] = await Promise.all([
		import("@oh-my-pi/pi-natives/ripgrep/list-files"),
		import("@oh-my-pi/pi-natives/ripgrep/ripgrep"),
	]);
	const files: string[] = [];
	await listFiles(localRipgrep({ searchPath: env.PATH }), folder, {
		rules: { hidden: true, respectIgnore: true, nodeModules: false },
		signal: AbortSignal.timeout(3000),
		onPaths: (paths) => files.push(...paths),
	});
	return newestFirst(await timesOf(folder, files));
}

/** So many at a time, because asking holds everything else up. */
const askedAtOnce = 2000;

async function timesOf(folder: string, files: readonly string[]): Promise<Map<string, number>> {
	const { modifiedTimes } = await import("@oh-my-pi/pi-natives/modified-times");
	const times = new Map<string, number>();
	for (let from = 0; from < files.length; from += askedAtOnce) {
		const slice = files.slice(from, from + askedAtOnce);
		for (const [index, time] of modifiedTimes(folder, slice).entries()) times.set(slice[index] ?? "", time || 0);
		await nextTurn();
	}
	return times;
}

/** A folder is as new as the newest file in it. */
function newestFirst(files: ReadonlyMap<string, number>): readonly string[] {
	const times = new Map(files);
	for (const [path, time] of files) {
		for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
			const name = `${folder}/`;
			if ((times.get(name) ?? -1) >= time) break;
			times.set(name, time);
		}
	}
	return [...times].sort(([a, aTime], [b, bTime]) => bTime - aTime || (a < b ? -1 : 1)).map(([path]) => path);
}
