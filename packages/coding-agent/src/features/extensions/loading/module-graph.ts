import { extname } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { realPath } from "../../../trust/project.ts";
import { findImport, type ImportTarget, resolveImport } from "./resolve-import.ts";

export interface SourceFile {
	readonly path: string;
	/** What was read, once: it is hashed, and it is what runs. */
	readonly text: string;
	readonly loader: "ts" | "tsx" | "js" | "json" | "text";
	/** Where its imports lead. */
	readonly imports: ReadonlyMap<string, ImportTarget>;
}

/** An extension and the files that it imports. */
export interface ModuleGraph {
	readonly entry: string;
	/** By path, the entry first. */
	readonly files: ReadonlyMap<string, SourceFile>;
}

const loaders: Readonly<Record<string, SourceFile["loader"]>> = {
	".ts": "ts",
	".mts": "ts",
	".cts": "ts",
	".tsx": "tsx",
	".js": "js",
	".mjs": "js",
	".cjs": "js",
	".jsx": "tsx",
	".json": "json",
};
const maxFiles = 1000;
const maxProjectBytes = 32 * 1024 * 1024;
const maxFileBytes = 4 * 1024 * 1024;

/** What several extensions of a project import is read once, and all of them together have a limit. */
export class SharedFiles {
	readonly known = new Map<string, SourceFile>();
	#left = maxProjectBytes;

	/** Throws when there is too much. */
	count(text: string): void {
		this.#left -= text.length;
		if (this.#left < 0) throw new Error("The extensions of this project have more than 32 MB");
	}
}

/**
 * Reads an extension and everything it imports by relative path; with `followsPackage`, also packages. Runs nothing. Imports
 * whose path is computed at run time are not seen.
 */
export function readModuleGraph(
	entry: string,
	followsPackage: (path: string) => boolean = () => false,
	shared?: SharedFiles,
): ModuleGraph {
	const files = new Map<string, SourceFile>();
	const first = realPath(entry);
	const waiting = [first];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (files.has(path)) continue;
		if (files.size === maxFiles) throw new Error(`${entry} imports more than ${maxFiles} files`);
		const file = shared?.known.get(path) ?? readSource(path, first, followsPackage);
		shared?.known.set(path, file);
		shared?.count(file.text);
		files.set(path, file);
		for (const target of file.imports.values()) if (target.kind === "file") waiting.push(target.path);
	}
	return { entry: first, files };
}

/** Whether a text of it has this; what is big is loaded only for those that use it. */
export function mentions({ files }: ModuleGraph, what: RegExp): boolean {
	return files.values().some(({ text }) => what.test(text));
}

function readSource(path: string, entry: string, followsPackage: (path: string) => boolean): SourceFile {
	const text = readRegularFile(path, maxFileBytes);
	if (text === undefined) throw new Error(`${path} does not exist`);
	const loader = loaders[extname(path)] ?? "text";
	const imports = new Map<string, ImportTarget>();
	if (loader !== "json" && loader !== "text" && importsSomething.test(text)) {
		for (const [specifier, isNeeded] of scan(text, loader, path === entry ? "" : `${path}: `)) {
			const target = isNeeded ? resolveImport(specifier, path) : findImport(specifier, path);
			const isFollowed = target.kind === "file" || (target.kind === "package" && followsPackage(target.path));
			imports.set(specifier, isFollowed ? { kind: "file", path: realPath(target.path) } : target);
		}
	}
	return { path, text, loader, imports };
}

/** Scanning takes longer than everything else about a small file. */
const importsSomething = /\b(?:import|require|from)\b/;

/** Of a file that imports nothing; the others were scanned when they were read. */
export function checkSyntax({ entry, files }: ModuleGraph): void {
	for (const { path, text, loader } of files.values()) {
		if (loader === "json" || loader === "text" || importsSomething.test(text)) continue;
		scan(text, loader, path === entry ? "" : `${path}: `);
	}
}

/** What is imported, and whether nothing runs without it. */
function scan(text: string, loader: "ts" | "tsx" | "js", place: string): ReadonlyMap<string, boolean> {
	try {
		const found = new Bun.Transpiler({ loader }).scanImports(text);
		const needed = new Set(found.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path));
		return new Map(found.map(({ path }) => [path, needed.has(path)]));
	} catch (error) {
		throw new Error(`${place}${syntaxProblem(error)}`);
	}
}

/** Bun throws all problems of a file as one; the first says where. */
function syntaxProblem(error: unknown): string {
	const [first = error] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
	if (!(first instanceof Error)) return String((first as { readonly message?: unknown }).message ?? first);
	const line = (first as { readonly position?: { readonly line?: number } | null }).position?.line;
	return line === undefined ? first.message : `line ${line}: ${first.message}`;
}
