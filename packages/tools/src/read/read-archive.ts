import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type Archive, memberPath } from "../shared/archives/archive.ts";
import type { ArchivePath } from "../shared/archives/archive-path.ts";
import { openArchive } from "../shared/archives/open-archive.ts";
import { decodeText } from "../shared/files/load-text.ts";
import { formatBytes } from "../shared/output/format-bytes.ts";
import { noSelector, type Selector, splitSelector } from "../shared/paths/selector.ts";
import type { ReadDetails } from "./details.ts";
import type { ReadDeps } from "./read.ts";
import { showText } from "./read-text.ts";

const maxListed = 500;

/** A member of an archive, or what is directly in one of its folders. */
export async function readArchive(
	{ given, absolute, inner }: ArchivePath,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	await using archive = await openArchive(absolute).catch((error: Error) => {
		throw new ToolError(`Cannot read archive '${given}': ${error.message}`, { cause: error });
	});
	const { path, selector } = locateMember(archive, inner, given);
	const shown = path === "" ? given : `${given}:${path}`;
	if (!archive.members.has(path)) {
		const children = childrenOf(archive, path);
		if (children.length === 0 && path !== "") throw new ToolError(`Path '${given}:${path}' not found inside archive`);
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
function locateMember(archive: Archive, inner: string, given: string): { path: string; selector: Selector } {
	const whole = normalized(inner, given, inner);
	if (archive.members.has(whole) || inner === "") return { path: whole, selector: noSelector };
	// With a name before it, a selector is also found right behind the archive's own.
	const { path, selector } = splitSelector(`x:${inner}`);
	return { path: normalized(path.slice("x:".length), given, inner), selector };
}

function normalized(path: string, given: string, inner: string): string {
	const member = memberPath(path);
	if (member === undefined) throw new ToolError(`Archive path '${given}:${inner}' cannot contain '..'`);
	return member;
}

function childrenOf(archive: Archive, folder: string): Array<{ name: string; bytes?: number }> {
	const prefix = folder === "" ? "" : `${folder}/`;
	const children = new Map<string, { name: string; bytes?: number }>();
	for (const { path, bytes } of archive.members.values()) {
		if (!path.startsWith(prefix)) continue;
		const rest = path.slice(prefix.length);
		const slash = rest.indexOf("/");
		const name = slash === -1 ? rest : rest.slice(0, slash + 1);
		children.set(name, slash === -1 ? { name, bytes } : { name });
	}
	return [...children.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function listing(children: ReadonlyArray<{ name: string; bytes?: number }>): string {
	if (children.length === 0) return "(empty archive)";
	return children.map(({ name, bytes }) => (bytes === undefined ? name : `${name} (${formatBytes(bytes)})`)).join("\n");
}
