import { statSync } from "node:fs";
import { emptyFolders } from "@oh-my-pi/pi-natives/empty-folders";
import { listFiles } from "@oh-my-pi/pi-natives/ripgrep/list-files";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";

export interface GlobOptions {
	readonly root: string;
	readonly hidden: boolean;
	readonly gitignore: boolean;
	readonly signal: AbortSignal;
	/** Batches of paths relative to the root; folders end in `/`. */
	readonly onPaths: (paths: readonly string[]) => void;
}

/** How `find` looks at files; an embedder may look somewhere else than on this machine's disk. */
export interface FileFinder {
	glob(pattern: string, options: GlobOptions): Promise<void>;
	/** Of absolute paths, in their order; `undefined` for what is not there. */
	stat(paths: readonly string[]): Promise<ReadonlyArray<FileFacts | undefined>>;
}

export interface FileFacts {
	readonly isDirectory: boolean;
	readonly modifiedMs: number;
}

export function localFinder(ripgrep: Ripgrep): FileFinder {
	return {
		glob: (pattern, options) => globFiles(ripgrep, pattern, options),
		stat: async (paths) => paths.map(statFile),
	};
}

async function globFiles(ripgrep: Ripgrep, pattern: string, options: GlobOptions): Promise<void> {
	const { root, hidden, signal, onPaths } = options;
	const glob = new Bun.Glob(pattern);
	const nodeModules = namesNodeModules(root) || namesNodeModules(pattern);
	const rules = { hidden, respectIgnore: options.gitignore, nodeModules };
	// A walk lists files; that is enough to know every folder with one in it.
	const folders = new Set([""]);
	let lastFolder = "";
	let sawFile = false;
	const seen = (paths: readonly string[]) => {
		const matches: string[] = [];
		sawFile = true;
		for (const path of paths) {
			const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
			if (folder !== lastFolder) addFolder(folder, folders);
			lastFolder = folder;
			if (glob.match(path)) matches.push(path);
		}
		if (matches.length > 0) onPaths(matches);
	};
	const walk = (respectIgnore: boolean) =>
		listFiles(ripgrep, root, { rules: { ...rules, respectIgnore }, signal, onPaths: seen });
	await walk(options.gitignore);
	// Named outright, a folder is meant even if the project ignores it.
	if (options.gitignore && !sawFile) await walk(false);
	const skip = (name: string) =>
		name === ".git" || (!nodeModules && name === "node_modules") || (!hidden && name.startsWith("."));
	const empty = emptyFolders(root, folders, skip);
	const matches = [...folders, ...empty].filter((folder) => folder !== "" && glob.match(folder));
	onPaths(matches.map((folder) => `${folder}/`));
}

function addFolder(folder: string, folders: Set<string>): void {
	for (let path = folder; !folders.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf("/"))))
		folders.add(path);
}

export function namesNodeModules(path: string): boolean {
	return /(?:^|\/)node_modules(?:\/|$)/.test(path);
}

/** Synchronous: for the many small questions of a big tree, waiting for each costs more than asking. */
function statFile(path: string): FileFacts | undefined {
	try {
		const facts = statSync(path);
		return { isDirectory: facts.isDirectory(), modifiedMs: facts.mtimeMs };
	} catch {
		// Gone meanwhile, or behind a folder we may not enter.
		return undefined;
	}
}
