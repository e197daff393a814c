import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileKind, kindMask } from "@oh-my-pi/pi-natives/disk/file-facts";
import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { type BytePath, toBytePath } from "../contract/node-state.ts";
import { type IndexEntry, readGitIndex } from "../git/git-index.ts";
import type { GitFolders } from "../git/git-paths.ts";
import type { ObjectMirror } from "../git/object-mirror.ts";
import { readBlobSizes } from "../git/read-objects.ts";
import { type KnownFiles, nothing } from "../known/known-files.ts";

/** Attributes with which a file is not what git keeps of it, at the same size. */
const rewritingAttributes = /\b(?:filter=|ident\b|working-tree-encoding=)/;

/**
 * Files that git has as they are need not be copied: the mirror holds on to its objects. A file counts as unchanged by the same signs as for git;
 * and its object must be there and have its size, which rules out converted line ends.
 */
export async function trustGit(
	known: KnownFiles,
	{ top, folder, common }: GitFolders,
	mirror: ObjectMirror,
	env: GitEnv,
	pause: () => Promise<void>,
): Promise<void> {
	const index = readIndex(join(folder, "index"));
	if (!index || rewritingAttributes.test(readRegularFile(join(common, "info", "attributes")) ?? "")) return;
	const candidates: Array<{ readonly entry: number; readonly object: string; readonly size: number }> = [];
	let isRewriting = false;
	const files = readGitIndex(index.content);
	let next = files.next();
	for (; !next.done; next = files.next()) {
		const file = next.value;
		if (file.path === ".gitattributes" || file.path.endsWith("/.gitattributes")) {
			isRewriting ||= rewritingAttributes.test(readRegularFile(join(top, file.path)) ?? "");
		}
		await pause();
		if (file.stage !== 0 || (file.mode & kindMask) !== fileKind) continue;
		const entry = known.lookUp(joinPath(top, file.path));
		if (entry === nothing || !isUnchanged(known, entry, file)) continue;
		if (file.modifiedSeconds * 1000 < index.modifiedMs - 1000)
			candidates.push({ entry, object: file.object, size: file.size });
	}
	if (!next.value || isRewriting || candidates.length === 0) return;
	const sizes = await readBlobSizes(
		candidates.map(({ object }) => object),
		{ folder: mirror.folder, env },
	);
	for (const { entry, object, size } of candidates) {
		if (sizes.get(object) === size && known.columns.size[entry] === size) known.setContent(entry, `g:${object}`);
	}
}

function joinPath(top: string, path: string): BytePath {
	return `${toBytePath(top)}/${path}` as BytePath;
}

function isUnchanged({ columns }: KnownFiles, entry: number, file: IndexEntry): boolean {
	return (
		columns.modifiedSeconds[entry] === file.modifiedSeconds &&
		columns.modifiedNanos[entry] === file.modifiedNanos &&
		columns.changedSeconds[entry] === file.changedSeconds &&
		columns.changedNanos[entry] === file.changedNanos &&
		columns.inodeLow[entry] === file.inodeLow &&
		(columns.size[entry] ?? 0) === file.size
	);
}

function readIndex(path: string): { readonly content: Buffer; readonly modifiedMs: number } | undefined {
	try {
		const content = readFileSync(path);
		return { content, modifiedMs: Bun.file(path).lastModified };
	} catch {
		return undefined;
	}
}
