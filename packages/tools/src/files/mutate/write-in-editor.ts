import { chmod, mkdir, readFile, rmdir, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { refusedByEditor } from "./ask-editor.ts";
import { type FileChange, mustBeSame } from "./commit-changes.ts";
import type { CallRef } from "./commit-journaled.ts";
import type { EditorFiles } from "./editor-files.ts";
import { isSameVersion } from "./load-file.ts";
import { movedAway } from "./pinned-folder.ts";
import { isExecutable } from "./prepare-write.ts";

type Write = Extract<FileChange, { kind: "write" }>;

export interface EditorWrites {
	/** What is still to be done on the disk. */
	readonly remaining: readonly FileChange[];
	/** Undoes what the editor did, as far as that is possible. */
	takeBack(): Promise<void>;
}

/** Lets the editor write, which may refuse: then nothing of the call is written. */
export async function writeInEditor(
	changes: readonly FileChange[],
	write: NonNullable<EditorFiles["write"]>,
	call: CallRef,
): Promise<EditorWrites> {
	const remaining: FileChange[] = [];
	const undo: Array<() => Promise<unknown>> = [];
	const takeBack = async () => {
		for (const step of undo.toReversed()) await ignoreFailure(step(), "what failed is said; this only tidies up");
	};
	for (const change of changes) {
		if (change.kind === "remove" || change.isPrivate) {
			remaining.push(change);
			continue;
		}
		try {
			const isDone = await writeOne(change, write, call, undo);
			if (!isDone) remaining.push(change);
		} catch (error) {
			await takeBack();
			if (error instanceof ToolError) throw error;
			throw refusedByEditor(change.shownPath, error);
		}
	}
	return { remaining, takeBack };
}

async function writeOne(
	change: Write,
	write: NonNullable<EditorFiles["write"]>,
	call: CallRef,
	undo: Array<() => Promise<unknown>>,
): Promise<boolean> {
	const { path, content } = change;
	mustBeInPlace(change);
	if (typeof content !== "string") {
		await write({ path }, call);
		return false;
	}
	if (change.replaces) await mustBeSame(path, change.shownPath, change.replaces);
	const before = change.replaces ? await readFile(path) : undefined;
	// The protocol says nothing about folders.
	const made = before === undefined ? await mkdir(dirname(path), { recursive: true }) : undefined;
	if (made !== undefined) undo.push(() => removeEmptyFolders(dirname(path), made));
	if ((await write({ path, text: content }, call)) === "allowed") return false;
	const now = await stat(path, { bigint: true }).catch(() => undefined);
	// An editor may keep the text unsaved; programs are to find it all the same.
	if (!now || (change.replaces && isSameVersion(now, change.replaces))) return false;
	undo.push(() =>
		before === undefined ? unlink(path) : write({ path, text: new TextDecoder().decode(before) }, call),
	);
	await takeMode(change, Number(now.mode));
	return true;
}

/** Where it was when the call was judged. */
function mustBeInPlace({ path, realPath, shownPath }: Write): void {
	if (realPath !== undefined && resolveRealPath(path) !== realPath) throw movedAway(shownPath);
}

async function takeMode({ path, executable, like }: Write, mode: number): Promise<void> {
	const base = like ? Number(like.mode) & 0o7777 : mode & 0o7777;
	const wanted = executable && !isExecutable(base) ? base | ((base & 0o444) >> 2) : base;
	if (wanted === (mode & 0o7777)) return;
	await withFallback(chmod(path, wanted), undefined, "the text is right; only its mode is what the editor gave it");
}

async function removeEmptyFolders(folder: string, topmost: string): Promise<void> {
	for (let at = folder; at.length >= topmost.length; at = dirname(at)) await rmdir(at);
}
