import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { decodeText } from "../../files/open/load-text.ts";
import { noSelector, type Selector, splitSelector } from "../../files/paths/selector.ts";
import { type Archive, memberPath } from "../../formats/archives/archive.ts";
import type { ArchivePath } from "../../formats/archives/archive-path.ts";
import { openArchive } from "../../formats/archives/open-archive.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { showText } from "../text/read-text.ts";

const maxListed = 500;
const maxDeepListed = 200;

/** A member of an archive, or what is directly in one of its folders. */
export async function readArchive(
	{ requestedPath, absolute, inner }: ArchivePath,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	await using archive = await openArchive(absolute).catch((error: Error) => {
		throw new ToolError(`Cannot read archive '${requestedPath}': ${error.message}`, { cause: error });
	});
	const { path, selector } = locateMember(archive, inner, requestedPath);
	const shown = path === "" ? requestedPath : `${requestedPath}:${path}`;
	if (!archive.members.has(path)) {
		const children = listChildren(archive, path);
		if (children.length === 0 && path !== "")
			throw new ToolError(`Path '${requestedPath}:${path}' not found inside archive`);
		return showText(listing(children), { shown, selector, plain: true, limit: maxListed }, deps);
	}
	const bytes = await archive.read(path).catch((error: Error) => {
		throw new ToolError(`Cannot read '${shown}': ${error.message}`, { cause: error });
	});
	const text = selector.raw ? new TextDecoder().decode(bytes) : decodeText(bytes);
	if (text === undefined)
		return { content: `[Cannot read binary archive entry '${path}' (${formatBytes(bytes.length)})]` };
	const output = showText(text, { shown, selector, plain: true }, deps);
	return { ...output, details: { resolvedPath: absolute, fileSize: bytes.length, ...output.details } };
}

/** A member whose name ends like a selector is itself. */
function locateMember(archive: Archive, inner: string, archivePath: string): { path: string; selector: Selector } {
	const whole = normalized(inner, archivePath, inner);
	if (archive.members.has(whole) || inner === "") return { path: whole, selector: noSelector };
	// With a name before it, a selector is also found right behind the archive's own.
	const { path, selector } = splitSelector(`x:${inner}`);
	return { path: normalized(path.slice("x:".length), archivePath, inner), selector };
}

function normalized(path: string, archivePath: string, inner: string): string {
	const member = memberPath(path);
	if (member === undefined) throw new ToolError(`Archive path '${archivePath}:${inner}' cannot contain '..'`);
	return member;
}

interface Child {
	readonly name: string;
	readonly bytes?: number;
	/** Of a folder whose files are not listed. */
	readonly fileCount?: number;
}

/** All files below a folder while they are few; of many, what is directly in it. */
function listChildren(archive: Archive, folder: string): Child[] {
	const prefix = folder === "" ? "" : `${folder}/`;
	const below = [...archive.members.values()].filter(({ path }) => path.startsWith(prefix));
	const isDeep = below.length <= maxDeepListed;
	const children = new Map<string, Child>();
	for (const { path, bytes } of below) {
		const rest = path.slice(prefix.length);
		const slash = isDeep ? -1 : rest.indexOf("/");
		const name = slash === -1 ? rest : rest.slice(0, slash + 1);
		const fileCount = (children.get(name)?.fileCount ?? 0) + 1;
		children.set(name, slash === -1 ? { name, bytes } : { name, fileCount });
	}
	return [...children.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function listing(children: readonly Child[]): string {
	if (children.length === 0) return "(empty archive)";
	const rows = children.map(({ name, bytes, fileCount }) => {
		if (bytes !== undefined) return `${name} (${formatBytes(bytes)})`;
		return fileCount === undefined ? name : `${name} (${fileCount} ${fileCount === 1 ? "file" : "files"})`;
	});
	return rows.join("\n");
}
