import { dirname, relative } from "node:path";
import type { SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import type { FileSource } from "./file-completions.ts";

/** A listing this old is made anew. */
const freshMs = 5000;
const patienceMs = 3000;

/** Lists the project's files for completion, the newest first, and remembers them for a moment. */
export function projectFiles(
	roots: () => readonly string[],
	now: () => number,
	places?: () => SecretPlaces,
): FileSource {
	let known: { at: number; folders: string; paths: Promise<readonly string[]> } | undefined;
	return {
		async list(signal) {
			const folders = roots().join("\n");
			if (!known || known.folders !== folders || now() - known.at > freshMs) {
				known = { at: now(), folders, paths: listRoots(roots(), places?.()) };
			}
			const paths = await known.paths;
			signal.throwIfAborted();
			return paths;
		},
	};
}

/** All by their paths from the first root. */
async function listRoots(roots: readonly string[], places?: SecretPlaces): Promise<readonly string[]> {
	const lists = await Promise.all(roots.map((root) => listProject(root, places)));
	return lists.flatMap((paths, index) =>
		index === 0 ? paths : paths.map((path) => `${relative(roots[0] ?? "", roots[index] ?? "")}/${path}`),
	);
}

async function listProject(root: string, places?: SecretPlaces): Promise<readonly string[]> {
	const [{ FolderWalk }, { folderOpener }, { Turns }, { LeftOut }] = await Promise.all([
		import("@oh-my-pi/pi-natives/walk/folder-walk"),
		import("@oh-my-pi/pi-natives/walk/folder/open-folder"),
		import("@oh-my-pi/pi-natives/walk/turns"),
		import("@oh-my-pi/pi-tools/files/open/left-out"),
	]);
	const times = new Map<string, number>();
	try {
		const turns = new Turns(AbortSignal.timeout(patienceMs));
		const leftOut = places && new LeftOut(root, places).byFolder;
		const rules = { hidden: true, respectIgnore: true, nodeModules: false, ...(leftOut && { leftOut }) };
		using walk = new FolderWalk({ root, rules }, folderOpener());
		walk.begin();
		for (let folder = walk.next(); folder; folder = walk.next()) {
			for (const file of folder.files) {
				times.set(folder.prefix + file.name, folder.modifiedMs(file) || 0);
				if (turns.isOver) await turns.next();
			}
			if (turns.isOver) await turns.next();
		}
	} catch (error) {
		if (!isAbort(error)) throw error;
		// A slow disk or a huge tree: what was seen in that time is offered.
	}
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
