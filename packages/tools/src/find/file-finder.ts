import { statSync } from "node:fs";
import { globFiles } from "@oh-my-pi/pi-natives/ripgrep/glob-files";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { namesNodeModules } from "../paths/node-modules.ts";

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
	/** When the files were modified, NaN for what is not there; `stat` answers where this is absent. */
	modifiedTimes?(root: string, paths: readonly string[]): Promise<ArrayLike<number>>;
}

export interface FileFacts {
	readonly isDirectory: boolean;
	readonly modifiedMs: number;
}

export function localFinder(ripgrep: Ripgrep): FileFinder {
	return {
		glob(pattern, { root, hidden, gitignore, ...options }) {
			const nodeModules = namesNodeModules(root) || namesNodeModules(pattern);
			return globFiles(ripgrep, pattern, {
				...options,
				root,
				rules: { hidden, respectIgnore: gitignore, nodeModules },
			});
		},
		stat: async (paths) => paths.map(statFile),
		modifiedTimes: async (root, paths) =>
			(await import("@oh-my-pi/pi-natives/modified-times")).modifiedTimes(root, paths),
	};
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
