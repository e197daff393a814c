import { stat } from "node:fs/promises";
import { parse } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { mustBeSearchable } from "../files/open/must-be-searchable.ts";
import { splitGlob } from "../files/paths/glob-target.ts";
import { type LineRange, splitSelector } from "../files/paths/selector.ts";
import { type ArchivePath, findArchivePath } from "../formats/archives/archive-path.ts";
import { archiveKind } from "../formats/archives/open-archive.ts";

/** What one target of a search stands for. */
export type SearchTarget =
	| { readonly kind: "file"; readonly path: string; readonly ranges: readonly LineRange[] }
	| { readonly kind: "folder"; readonly root: string; readonly pattern?: string }
	| { readonly kind: "archive"; readonly archive: ArchivePath; readonly ranges: readonly LineRange[] }
	| { readonly kind: "url"; readonly url: string; readonly ranges: readonly LineRange[] }
	| { readonly kind: "missing"; readonly requestedPath: string };

export async function searchTarget(requestedPath: string, base: PathBase): Promise<SearchTarget> {
	const whole = await literalTarget(requestedPath, base, []);
	if (whole) return whole;
	const { path, selector } = splitSelector(requestedPath);
	const { ranges } = selector;
	if (parseScheme(path) || /^www\./i.test(path)) return { kind: "url", url: path, ranges };
	const literal = path === requestedPath ? undefined : await literalTarget(path, base, ranges);
	if (literal?.kind === "folder" && ranges.length > 0) {
		throw new ToolError(`Line-range selector requires a single file: ${requestedPath} is a directory`);
	}
	if (literal) return literal;
	const archive = await findArchivePath(path, base);
	return archive ? { kind: "archive", archive, ranges } : globTarget(path, requestedPath, ranges, base);
}

async function literalTarget(
	path: string,
	base: PathBase,
	ranges: readonly LineRange[],
): Promise<SearchTarget | undefined> {
	if (parseScheme(path)) return undefined;
	const absolute = resolvePath(path, base);
	const facts = await stat(absolute).catch(() => undefined);
	if (!facts) return undefined;
	if (facts.isDirectory()) {
		await mustBeSearchable(absolute, path, "folder");
		return { kind: "folder", root: absolute };
	}
	// A pipe or a device would be read for ever.
	if (!facts.isFile()) throw new ToolError(`'${path}' is not a regular file, so it cannot be searched`);
	await mustBeSearchable(absolute, path, "file");
	if (archiveKind(path)) return { kind: "archive", archive: { requestedPath: path, absolute, inner: "" }, ranges };
	return { kind: "file", path: absolute, ranges };
}

async function globTarget(
	path: string,
	requestedPath: string,
	ranges: readonly LineRange[],
	base: PathBase,
): Promise<SearchTarget> {
	const glob = splitGlob(path);
	if (!glob) return { kind: "missing", requestedPath };
	if (ranges.length > 0)
		throw new ToolError(`Line-range selector requires a single file, not a glob: ${requestedPath}`);
	const root = glob.base === "/" ? "/" : resolvePath(glob.base, base);
	if (root === parse(root).root) throw new ToolError(`Searching from root directory '${root}' is not allowed`);
	const facts = await stat(root).catch(() => undefined);
	if (!facts?.isDirectory()) return { kind: "missing", requestedPath };
	await mustBeSearchable(root, glob.base, "folder");
	return { kind: "folder", root, pattern: glob.pattern };
}
