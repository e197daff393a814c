import { dirname, relative } from "node:path";
import type { FileSource } from "./file-completions.ts";

/** A listing this old is made anew. */
const freshMs = 5000;

/** Lists the project's files for completion, the newest first, and remembers them for a moment. */
export function projectFiles(roots: () => readonly string[], now: () => number): FileSource {
	let known: { at: number; folders: string; paths: Promise<readonly string[]> } | undefined;
	return {
		async list(signal) {
			const folders = roots().join("\n");
			if (!known || known.folders !== folders || now() - known.at > freshMs) {
				known = { at: now(), folders, paths: listRoots(roots()) };
			}
			const paths = await known.paths;
			signal.throwIfAborted();
			return paths;
		},
	};
}

/** All by their paths from the first root. */
async function listRoots(roots: readonly string[]): Promise<readonly string[]> {
	const lists = await Promise.all(roots.map(listProject));
	return lists.flatMap((paths, index) =>
		index === 0 ? paths : paths.map((path) => `${relative(roots[0] ?? "", roots[index] ?? "")}/${path}`),
	);
}

async function listProject(root: string): Promise<readonly string[]> {
	const { walkFolders } = await import("@oh-my-pi/pi-natives/walk/walk-folders");
	const times = new Map<string, number>();
	const rules = { hidden: true, respectIgnore: true, nodeModules: false };
	await walkFolders(
		{ root, rules },
		{
			signal: AbortSignal.timeout(3000),
			show({ path, files, modifiedMs }) {
				const folder = relative(root, path);
				for (const file of files) times.set(folder ? `${folder}/${file.name}` : file.name, modifiedMs(file) || 0);
			},
		},
	);
	return newestFirst(times);
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
