import { join } from "node:path";
import type { LoadContext } from "../contract/capability.ts";

export interface ScannedFolder {
	readonly path: string;
	readonly level: "user" | "project";
}

export interface ScannedFile {
	readonly path: string;
	readonly level: "user" | "project";
	readonly content: string;
	/** The path below the scanned folder. */
	readonly within: readonly string[];
}

export interface ScanResult {
	readonly found: readonly ScannedFile[];
	readonly warnings: readonly string[];
}

/** More than anybody has written by hand; a generated folder must not fill the prompt. */
export const maxFilesPerFolder = 1000;
/** Links may lead in a circle. */
const maxDepth = 8;

/** The files of these folders whose names end with one of the suffixes: folder by folder, sorted, hidden ones left out. */
export async function scanFolders(
	folders: readonly ScannedFolder[],
	{ files }: Pick<LoadContext, "files">,
	options: { readonly suffixes: readonly string[]; readonly isRecursive?: boolean },
): Promise<ScanResult> {
	const existing = folders.filter(({ path }) => files.isFolder(path));
	if (existing.length === 0) return { found: [], warnings: [] };
	const scanned = await Promise.all(
		existing.map(async (folder): Promise<ScanResult> => {
			const paths = await matchingPaths(folder, files, options);
			const found = await Promise.all(
				paths.slice(0, maxFilesPerFolder).map(async (within): Promise<ScannedFile[]> => {
					const path = join(folder.path, ...within);
					const content = await files.text(path);
					return content === undefined ? [] : [{ path, level: folder.level, content, within }];
				}),
			);
			return { found: found.flat(), warnings: tooMany(folder.path, paths.length) };
		}),
	);
	return { found: scanned.flatMap(({ found }) => found), warnings: scanned.flatMap(({ warnings }) => warnings) };
}

/** The warning about a folder with more files than are read. */
export function tooMany(folder: string, count: number): string[] {
	if (count <= maxFilesPerFolder) return [];
	return [`${folder} has more than ${maxFilesPerFolder} files; only the first ${maxFilesPerFolder} are used`];
}

/**
 * Which entries of a project's folder git ignores. A folder around them may be ignored as a whole: many keep their own files out of
 * git that way, and want them used.
 */
export async function ignoredIn(
	level: ScannedFolder["level"],
	folder: string,
	names: readonly string[],
): Promise<(name: string, isFolder: boolean) => boolean> {
	if (level === "user" || names.length === 0) return () => false;
	const { ignoredEntries } = await import("@oh-my-pi/pi-natives/walk/ignore/ignored-folders");
	return ignoredEntries(folder);
}

async function matchingPaths(
	{ path: folder, level }: ScannedFolder,
	files: LoadContext["files"],
	{ suffixes, isRecursive = false }: { readonly suffixes: readonly string[]; readonly isRecursive?: boolean },
	depth = 0,
): Promise<string[][]> {
	const names = ((await files.names(folder)) ?? []).filter((name) => !name.startsWith("."));
	const isIgnored = await ignoredIn(level, folder, names);
	const matching = names
		.filter((name) => suffixes.some((suffix) => name.endsWith(suffix)) && !isIgnored(name, false))
		.map((name) => [name]);
	if (!isRecursive || depth >= maxDepth) return matching;
	const found = matching;
	for (const name of names.filter((inner) => !inner.includes(".") && !isIgnored(inner, true))) {
		// Two links in a circle double the paths with each level.
		if (found.length > maxFilesPerFolder) break;
		const inner = { path: join(folder, name), level };
		const deeper = await matchingPaths(inner, files, { suffixes, isRecursive }, depth + 1);
		found.push(...deeper.map((within) => [name, ...within]));
	}
	return found;
}
