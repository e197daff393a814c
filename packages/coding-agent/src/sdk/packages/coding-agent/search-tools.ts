import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { Type } from "../../../features/extensions/schema/typebox.ts";
import { type FileMatch, findFiles, findText } from "../search/find-files.ts";
import { type FolderTool, type ToolResult, textResult } from "./folder-tool.ts";
import { truncateHead, truncateLine } from "./truncate.ts";

export interface GrepOperations {
	isDirectory(path: string): boolean | Promise<boolean>;
	/** For the lines around matches. */
	readFile(path: string): string | Promise<string>;
}

export interface GrepToolOptions {
	readonly operations?: GrepOperations | undefined;
}

export interface GrepParams {
	readonly pattern: string;
	readonly path?: string;
	readonly glob?: string;
	readonly ignoreCase?: boolean;
	readonly literal?: boolean;
	readonly context?: number;
	readonly limit?: number;
}

const localGrep: GrepOperations = {
	isDirectory: async (path) => (await stat(path)).isDirectory(),
	readFile: (path) => readFile(path, "utf8"),
};

export function createGrepTool(cwd: string, { operations = localGrep }: GrepToolOptions = {}): FolderTool<GrepParams> {
	return {
		name: "grep",
		label: "grep",
		description: "Search the contents of files for a pattern. Leaves out what .gitignore names.",
		parameters: Type.Object({
			pattern: Type.String({ description: "A regular expression, or a text with `literal`" }),
			path: Type.Optional(Type.String({ description: "File or folder" })),
			glob: Type.Optional(Type.String({ description: "Only files like this, such as *.ts" })),
			ignoreCase: Type.Optional(Type.Boolean()),
			literal: Type.Optional(Type.Boolean()),
			context: Type.Optional(Type.Number({ description: "Lines before and after each match" })),
			limit: Type.Optional(Type.Number({ description: "At most so many matches; 100 by default" })),
		}),
		async execute(_id, params, signal) {
			const { limit = 100, context = 0 } = params;
			const target = resolve(cwd, params.path ?? ".");
			const base = (await operations.isDirectory(target)) ? target : resolve(target, "..");
			const found = await findText({ ...params, target, base }, signal);
			const kept = found.slice(0, limit);
			const texts: string[] = [];
			for (const match of kept) texts.push(await shown(match, base, context, operations));
			const more = found.length > limit ? `${limit} matches limit reached` : undefined;
			return listResult(texts, "No matches found", more);
		},
	};
}

async function shown(match: FileMatch, base: string, context: number, operations: GrepOperations): Promise<string> {
	const name = relative(base, match.path);
	if (context <= 0) return `${name}:${match.lineNumber}: ${truncateLine(match.text).text}`;
	const lines = (await operations.readFile(match.path)).split(/\r?\n/);
	const first = Math.max(1, match.lineNumber - context);
	return lines
		.slice(first - 1, match.lineNumber + context)
		.map((line, index) => {
			const mark = first + index === match.lineNumber ? ":" : "-";
			return `${name}${mark}${first + index}${mark} ${truncateLine(line).text}`;
		})
		.join("\n");
}

export interface FindOperations {
	exists(path: string): boolean | Promise<boolean>;
	glob(
		pattern: string,
		cwd: string,
		options: { readonly ignore: readonly string[]; readonly limit: number },
	): readonly string[] | Promise<readonly string[]>;
}

export interface FindToolOptions {
	readonly operations?: FindOperations | undefined;
}

export function createFindTool(
	cwd: string,
	options: FindToolOptions = {},
): FolderTool<{ readonly pattern: string; readonly path?: string; readonly limit?: number }> {
	return {
		name: "find",
		label: "find",
		description: "Find files by a glob pattern. Leaves out what .gitignore names.",
		parameters: Type.Object({
			pattern: Type.String({ description: "Such as *.ts or src/**/*.test.ts" }),
			path: Type.Optional(Type.String({ description: "Folder to look in" })),
			limit: Type.Optional(Type.Number({ description: "At most so many files; 1000 by default" })),
		}),
		async execute(_id, { pattern, path = ".", limit = 1000 }, signal) {
			const folder = resolve(cwd, path);
			const operations = options.operations ?? localFind(signal);
			if (!(await operations.exists(folder))) throw new Error(`Path not found: ${folder}`);
			const ignore = ["**/node_modules/**", "**/.git/**"];
			const found = await operations.glob(pattern, folder, { ignore, limit: limit + 1 });
			const names = found.slice(0, limit).map((file) => relative(folder, resolve(folder, file)));
			const more = found.length > limit ? `${limit} results limit reached` : undefined;
			return listResult(names, "No files found matching pattern", more);
		},
	};
}

function localFind(signal: AbortSignal | undefined): FindOperations {
	return {
		exists: (path) =>
			stat(path).then(
				() => true,
				() => false,
			),
		glob: async (pattern, cwd, { limit }) => (await findFiles(cwd, { pattern }, signal)).slice(0, limit),
	};
}

export interface LsOperations {
	exists(path: string): boolean | Promise<boolean>;
	stat(path: string): { isDirectory(): boolean } | Promise<{ isDirectory(): boolean }>;
	readdir(path: string): readonly string[] | Promise<readonly string[]>;
}

export interface LsToolOptions {
	readonly operations?: LsOperations | undefined;
}

const localLs: LsOperations = {
	exists: localFind(undefined).exists,
	stat: (path) => stat(path),
	readdir: (path) => readdir(path),
};

export function createLsTool(
	cwd: string,
	{ operations = localLs }: LsToolOptions = {},
): FolderTool<{ readonly path?: string; readonly limit?: number }> {
	return {
		name: "ls",
		label: "ls",
		description: "List a folder in alphabetical order; folders end with a slash.",
		parameters: Type.Object({
			path: Type.Optional(Type.String({ description: "The folder" })),
			limit: Type.Optional(Type.Number({ description: "At most so many entries; 500 by default" })),
		}),
		async execute(_id, { path = ".", limit = 500 }, signal) {
			const folder = resolve(cwd, path);
			if (!(await operations.exists(folder))) throw new Error(`Path not found: ${folder}`);
			if (!(await operations.stat(folder)).isDirectory()) throw new Error(`Not a directory: ${folder}`);
			const names = [...(await operations.readdir(folder))].sort((a, b) =>
				a.toLowerCase().localeCompare(b.toLowerCase()),
			);
			const shownNames: string[] = [];
			for (const name of names.slice(0, limit)) {
				signal?.throwIfAborted();
				const isFolder = await Promise.resolve(operations.stat(join(folder, name))).then(
					(found) => found.isDirectory(),
					// A link that leads nowhere.
					() => false,
				);
				shownNames.push(isFolder ? `${name}/` : name);
			}
			return listResult(
				shownNames,
				"(empty directory)",
				names.length > limit ? `${limit} entries limit reached` : undefined,
			);
		},
	};
}

function listResult(lines: readonly string[], none: string, more: string | undefined): ToolResult {
	if (lines.length === 0) return textResult(none);
	const cut = truncateHead(lines.join("\n"), { maxLines: Number.MAX_SAFE_INTEGER });
	const note = more ? `\n\n[${more}]` : "";
	return textResult(cut.content + note, cut.truncated ? { truncation: cut } : undefined);
}
