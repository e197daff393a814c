import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { countMatches, isPatternError } from "@oh-my-pi/pi-natives/ripgrep/search";
import type { SearchRules } from "@oh-my-pi/pi-natives/ripgrep/walk-args";
import type { ScratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";
import { classifySecrecy } from "@oh-my-pi/pi-policy/files/guarded-files";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import type { PathBase } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { namesNodeModules } from "../files/paths/node-modules.ts";
import type { SourceFile, Sources } from "./sources.ts";

export interface Candidate extends SourceFile {
	/** Lines that match. */
	readonly count: number;
}

export interface CandidateOptions extends PathBase {
	readonly ripgrep: Ripgrep;
	readonly patternArgs: readonly string[];
	readonly gitignore: boolean;
	readonly signal: AbortSignal;
	readonly scratch: () => Promise<ScratchFolder>;
}

/** The files with a match, each once and in the order of their names; `undefined` when the pattern cannot be read this way. */
export async function findCandidates(
	{ files, folders }: Sources,
	options: CandidateOptions,
): Promise<readonly Candidate[] | undefined> {
	const parts = await Promise.all([
		...(files.length > 0 ? [amongFiles(files, options)] : []),
		...folders.map((folder) => belowFolder(folder, options)),
	]);
	const found = new Map<string, Candidate>();
	for (const part of parts) {
		if (!part) return undefined;
		for (const candidate of part) {
			if (!found.has(candidate.path)) found.set(candidate.path, candidate);
		}
	}
	return [...found.values()].sort((a, b) => (a.shown < b.shown ? -1 : 1));
}

/** A link may be called anything. */
function isSecret(path: string, realPath: string, home: string): boolean {
	return [...new Set([path, realPath])].some((name) => classifySecrecy(name, home) === "refused");
}

async function amongFiles(
	files: readonly SourceFile[],
	{ ripgrep, patternArgs, cwd, home, signal }: CandidateOptions,
): Promise<Candidate[] | undefined> {
	const rules: SearchRules = { hidden: true, respectIgnore: false, nodeModules: true };
	const paths = files.map(({ path }) => path);
	const { counts, end } = await countMatches(ripgrep, { patternArgs, cwd, signal, rules, paths });
	if (isPatternError(end)) return undefined;
	return files.flatMap((file) => {
		const count = counts.get(file.path);
		return count && !isSecret(file.path, resolveRealPath(file.path), home) ? [{ ...file, count }] : [];
	});
}

async function belowFolder(
	folder: { readonly root: string; readonly pattern?: string },
	options: CandidateOptions,
): Promise<Candidate[] | undefined> {
	const { root, pattern } = folder;
	const { ripgrep, patternArgs, cwd, signal } = options;
	const rules: SearchRules = {
		hidden: true,
		respectIgnore: options.gitignore,
		nodeModules: namesNodeModules(root) || namesNodeModules(pattern ?? ""),
		...(pattern !== undefined && { ignoreFile: await ignoreAllBut(pattern, options) }),
	};
	let { counts, end } = await countMatches(ripgrep, { patternArgs, cwd: root, signal, rules });
	if (isPatternError(end)) return undefined;
	// Named outright, a folder is meant even if the project ignores it.
	if (counts.size === 0 && options.gitignore && root !== cwd && !(await hasFiles(folder, rules, signal))) {
		({ counts, end } = await countMatches(ripgrep, {
			patternArgs,
			cwd: root,
			signal,
			rules: { ...rules, respectIgnore: false },
		}));
	}
	const glob = pattern === undefined ? undefined : new Bun.Glob(pattern);
	// Links below the folder are not followed.
	const realRoot = resolveRealPath(root);
	return [...counts].flatMap(([relative, count]) => {
		if (glob && !glob.match(relative)) return [];
		const path = join(root, relative);
		if (isSecret(path, join(realRoot, relative), options.home)) return [];
		return [{ path, shown: showPath(path, options), ranges: [], mutable: true, count }];
	});
}

/**
 * An ignore file that leaves only what a glob names. An include glob of ripgrep would bring back files the project ignores; this
 * way its own ignore files still have the last word.
 */
async function ignoreAllBut(pattern: string, { scratch }: CandidateOptions): Promise<string> {
	const path = join((await scratch()).path, `${crypto.randomUUID()}.ignore`);
	await writeFile(path, `*\n!*/\n!/${pattern}\n`);
	return path;
}

/** Whether a folder has any file that fits. */
export async function hasFiles(
	{ root, pattern }: { readonly root: string; readonly pattern?: string },
	rules: SearchRules,
	signal: AbortSignal,
): Promise<boolean> {
	const glob = new Bun.Glob(pattern ?? "**");
	const enough = new AbortController();
	let found = false;
	const onPaths = (paths: readonly string[]) => {
		found ||= paths.some((path) => glob.match(path));
		if (found) enough.abort();
	};
	try {
		await listFiles({ root, rules }, { signal: AbortSignal.any([signal, enough.signal]), onPaths });
	} catch (error) {
		if (!found) throw error;
	}
	return found;
}
