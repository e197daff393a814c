import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { countMatches, isPatternError } from "@oh-my-pi/pi-natives/ripgrep/search";
import type { SearchRules } from "@oh-my-pi/pi-natives/ripgrep/walk-args";
import type { ScratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";
import { classifySecrecy, type SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { isSecretFile } from "@oh-my-pi/pi-policy/files/secret-file";
import type { PathBase } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { LeftOut } from "../files/open/left-out.ts";
import { namesNodeModules } from "../files/paths/node-modules.ts";
import type { SourceFile, Sources } from "./sources.ts";

export interface Candidate extends SourceFile {
	/** Lines that match. */
	readonly count: number;
}

export interface Found {
	readonly candidates: readonly Candidate[];
	/** Files and folders that were not looked at. Whether the pattern is in them does not show. */
	readonly leftOut: readonly string[];
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
): Promise<Found | undefined> {
	const parts = await Promise.all([
		...(files.length > 0 ? [amongFiles(files, options)] : []),
		...folders.map((folder) => belowFolder(folder, options)),
	]);
	const found = new Map<string, Candidate>();
	const leftOut = new Set<string>();
	for (const part of parts) {
		if (!part) return undefined;
		for (const path of part.leftOut) leftOut.add(path);
		for (const candidate of part.candidates) {
			if (!found.has(candidate.path)) found.set(candidate.path, candidate);
		}
	}
	return { candidates: [...found.values()].sort((a, b) => (a.shown < b.shown ? -1 : 1)), leftOut: [...leftOut] };
}

/** A file that the call names was judged, and so were those of the session; a link that leads to one names nothing. */
function isLeftOut({ path }: SourceFile, places: SecretPlaces): boolean {
	return isSecretFile(path, places) || (classifySecrecy(path, places) === undefined && isKeyFile(path, places));
}

async function amongFiles(files: readonly SourceFile[], options: CandidateOptions): Promise<Found | undefined> {
	const { ripgrep, patternArgs, cwd, signal } = options;
	const rules: SearchRules = { hidden: true, respectIgnore: false, nodeModules: true };
	const open = files.filter((file) => !isLeftOut(file, options));
	const paths = open.map(({ path }) => path);
	if (paths.length === 0) return { candidates: [], leftOut: files.map(({ path }) => path) };
	const { counts, end } = await countMatches(ripgrep, { patternArgs, cwd, signal, rules, paths });
	if (isPatternError(end)) return undefined;
	const leftOut = files.flatMap((file) => (open.includes(file) ? [] : [file.path]));
	const candidates = open.flatMap((file) => {
		const count = counts.get(file.path);
		return count ? [{ ...file, count }] : [];
	});
	return { candidates, leftOut };
}

async function belowFolder(
	folder: { readonly root: string; readonly pattern?: string },
	options: CandidateOptions,
): Promise<Found | undefined> {
	const { root, pattern } = folder;
	const leftOut = new LeftOut(root, options);
	if (leftOut.isAll) return { candidates: [], leftOut: [root] };
	const { ripgrep, patternArgs, cwd, signal } = options;
	const rules: SearchRules = {
		hidden: true,
		respectIgnore: options.gitignore,
		nodeModules: namesNodeModules(root) || namesNodeModules(pattern ?? ""),
		leftOutPaths: leftOut.paths,
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
	const candidates = [...counts].flatMap(([relative, count]) => {
		if (glob && !glob.match(relative)) return [];
		const path = join(root, relative);
		if (leftOut.has(relative)) return [];
		return [{ path, shown: showPath(path, options), ranges: [], mutable: true, count }];
	});
	return { candidates, leftOut: leftOut.within(pattern).map((path) => join(root, path)) };
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
