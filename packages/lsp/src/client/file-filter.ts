import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { uriToPath } from "../documents/file-uri.ts";

export interface FilteredFile {
	readonly path: string;
	readonly languageId: string | undefined;
	/** The project folder, which relative patterns speak of. */
	readonly root: string;
}

const maxPatternChars = 1000;

/** Whether options of a capability are for a file: their document selector, or the filters of file operations. */
export function isForDocument(options: unknown, file: FilteredFile): boolean {
	if (!isRecord(options)) return true;
	const { documentSelector, filters } = options;
	if (Array.isArray(documentSelector)) return documentSelector.some((filter) => matchesDocument(filter, file));
	if (Array.isArray(filters)) return filters.some((filter) => matchesOperation(filter, file));
	return true;
}

function matchesDocument(filter: unknown, file: FilteredFile): boolean {
	if (typeof filter === "string") return filter === file.languageId;
	if (!isRecord(filter)) return false;
	const { language, scheme, pattern } = filter;
	return (
		(language === undefined || language === "*" || language === file.languageId) &&
		isFileScheme(scheme) &&
		(pattern === undefined || matchesPattern(pattern, file))
	);
}

function matchesOperation(filter: unknown, file: FilteredFile): boolean {
	if (!isRecord(filter) || !isRecord(filter.pattern)) return false;
	const { glob, options } = filter.pattern;
	const ignoreCase = isRecord(options) && options.ignoreCase === true;
	if (!isFileScheme(filter.scheme)) return false;
	if (!ignoreCase || typeof glob !== "string") return matchesPattern(glob, file);
	return matchesPattern(glob.toLowerCase(), { ...file, path: file.path.toLowerCase(), root: file.root.toLowerCase() });
}

function isFileScheme(scheme: unknown): boolean {
	return scheme === undefined || scheme === "*" || scheme === "file";
}

/** A glob, of the whole path or of that in the project folder, or one relative to a folder of its own. */
export function matchesPattern(pattern: unknown, { path, root }: Pick<FilteredFile, "path" | "root">): boolean {
	if (typeof pattern === "string") return matchesGlob(pattern, path) || matchesGlob(pattern, pathInside(root, path));
	if (!isRecord(pattern)) return false;
	const base = isRecord(pattern.baseUri) ? pattern.baseUri.uri : pattern.baseUri;
	const folder = typeof base === "string" ? uriToPath(base) : undefined;
	return (
		folder !== undefined &&
		typeof pattern.pattern === "string" &&
		matchesGlob(pattern.pattern, pathInside(folder, path))
	);
}

function matchesGlob(glob: string, path: string | undefined): boolean {
	return path !== undefined && glob.length <= maxPatternChars && new Bun.Glob(glob).match(path);
}

function pathInside(folder: string, path: string): string | undefined {
	const prefix = folder.endsWith("/") ? folder : `${folder}/`;
	return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
