import { stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { memberPath } from "../../formats/archives/archive.ts";
import { archiveKind } from "../../formats/archives/open-archive.ts";

export interface ArchiveTarget {
	readonly archive: string;
	/** As given. */
	readonly requestedArchive: string;
	readonly member: string;
	readonly exists: boolean;
}

/** `a.zip:dir/f.txt`, where `a.zip` is an archive or, when none exists, the first name that would be one. */
export async function findArchiveTarget(path: string, base: PathBase): Promise<ArchiveTarget | undefined> {
	if (path.includes(":") && (await isFile(resolvePath(path, base)))) return undefined;
	const candidates = listPrefixes(path).filter((prefix) => archiveKind(prefix));
	for (const requestedArchive of candidates.toReversed()) {
		const archive = resolvePath(requestedArchive, base);
		if (await isFile(archive)) return buildTarget(path, requestedArchive, archive, true);
	}
	const [shortest] = candidates;
	return shortest === undefined ? undefined : buildTarget(path, shortest, resolvePath(shortest, base), false);
}

/** What stands before each colon, shortest first, and the whole. */
export function listPrefixes(path: string): string[] {
	const prefixes: string[] = [];
	for (let colon = path.indexOf(":", 1); colon !== -1; colon = path.indexOf(":", colon + 1)) {
		prefixes.push(path.slice(0, colon));
	}
	return [...prefixes, path];
}

function buildTarget(path: string, requestedArchive: string, archive: string, exists: boolean): ArchiveTarget {
	const inner = path.slice(requestedArchive.length + 1);
	const member = memberPath(inner);
	if (member === undefined) throw new ToolError("Archive path cannot contain '..'");
	if (member === "") throw new ToolError("Archive write path must target a file inside the archive");
	if (/[\\/]$/.test(inner)) throw new ToolError("Archive write path must target a file, not a directory");
	return { archive, requestedArchive, member, exists };
}

async function isFile(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
