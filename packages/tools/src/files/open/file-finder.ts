import { statSync } from "node:fs";
import type { NewestPaths } from "@oh-my-pi/pi-natives/walk/newest/newest-paths";
import type { WalkThreads } from "@oh-my-pi/pi-natives/walk/newest/walk-threads";
import { namesNodeModules } from "../paths/node-modules.ts";

export interface WalkOptions {
	readonly root: string;
	readonly hidden: boolean;
	readonly gitignore: boolean;
	/** Names that are neither listed nor entered, by the absolute folder that they are in. */
	readonly leftOut?: Readonly<Record<string, readonly string[]>>;
	readonly signal: AbortSignal;
}

export interface GlobOptions extends WalkOptions {
	/** Batches of paths relative to the root; folders end in `/`. */
	readonly onPaths: (paths: readonly string[]) => void;
}

export interface NewestOptions extends WalkOptions {
	/** Where what is found goes; after an abort, what was found until then is there. */
	readonly into: NewestPaths;
	/** Called now and then while the walk goes on. */
	readonly onProgress: () => void;
}

/** How `find` looks at files; an embedder may look somewhere else than on this machine's disk. */
export interface FileFinder {
	glob(pattern: string, options: GlobOptions): Promise<void>;
	/** Of absolute paths, in their order; `undefined` for what is not there. */
	stat(paths: readonly string[]): Promise<ReadonlyArray<FileFacts | undefined>>;
	/** The newest that match; `glob` and `stat` answer where this is absent. */
	newest?(pattern: string, options: NewestOptions): Promise<void>;
}

export interface FileFacts {
	readonly isDirectory: boolean;
	readonly modifiedMs: number;
}

export function localFinder(): FileFinder {
	let threads: WalkThreads | undefined;
	return {
		async glob(pattern, options) {
			const { globFiles } = await import("@oh-my-pi/pi-natives/walk/glob-files");
			return globFiles(resolveScope(pattern, options), options);
		},
		stat: async (paths) => paths.map(statFile),
		async newest(pattern, { into, signal, onProgress, ...options }) {
			const [{ findNewest }, { WalkThreads }] = await Promise.all([
				import("@oh-my-pi/pi-natives/walk/newest/find-newest"),
				import("@oh-my-pi/pi-natives/walk/newest/walk-threads"),
			]);
			threads ??= new WalkThreads();
			return findNewest({ ...resolveScope(pattern, options), into, signal, onProgress, threads });
		},
	};
}

function resolveScope(pattern: string, { root, hidden, gitignore, leftOut }: Omit<WalkOptions, "signal">) {
	const nodeModules = namesNodeModules(root) || namesNodeModules(pattern);
	return { root, pattern, rules: { hidden, respectIgnore: gitignore, nodeModules, ...(leftOut && { leftOut }) } };
}

function statFile(path: string): FileFacts | undefined {
	try {
		const facts = statSync(path);
		return { isDirectory: facts.isDirectory(), modifiedMs: facts.mtimeMs };
	} catch {
		// Gone meanwhile, or behind a folder we may not enter.
		return undefined;
	}
}
