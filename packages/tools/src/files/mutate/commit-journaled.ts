import type { BigIntStats } from "node:fs";
import { lstat, readFile, readlink, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ChangeJournal, FileState, JournalEntry, KeptContent } from "./change-journal.ts";
import { commitChanges, type FileChange } from "./commit-changes.ts";
import type { EditorFiles } from "./editor-files.ts";
import type { MutationPorts } from "./ports.ts";
import { followLinks } from "./prepare-write.ts";

/** The call that a change is made for. */
export type CallRef = Pick<ToolCallContext, "id" | "signal">;

interface Origin {
	readonly call: CallRef;
	readonly tool: string;
}

/** Makes all changes or none, after the recorder has kept what they replace, and writes those that were made into the journal. */
export async function commitJournaled(
	changes: readonly FileChange[],
	{ journal, recorder, editor }: Pick<MutationPorts, "journal" | "recorder" | "editor">,
	origin: Origin,
): Promise<void> {
	await recorder?.willWrite(origin.call.id, (await Promise.all(changes.map(touchedPaths))).flat());
	// Taken before anything is written; whether it is still true then, the commit itself makes sure.
	const drafts = journal && (await Promise.all(changes.map((change) => makeDraft(change, journal, origin))));
	const remaining = await commitWithEditor(changes, editor?.()?.write, origin.call);
	if (!journal || !drafts) return;
	const entries = drafts.map((draft, index) => finished(draft, changes[index], journal, remaining));
	journal.record(await Promise.all(entries));
}

/** Gives the changes that the editor left to the disk. */
async function commitWithEditor(
	changes: readonly FileChange[],
	write: EditorFiles["write"],
	call: CallRef,
): Promise<readonly FileChange[]> {
	if (!write) {
		await commitChanges(changes);
		return changes;
	}
	const { writeInEditor } = await import("./write-in-editor.ts");
	const { remaining, takeBack } = await writeInEditor(changes, write, call);
	try {
		await commitChanges(remaining);
	} catch (error) {
		await takeBack();
		throw error;
	}
	return remaining;
}

/** The file itself, where the call named a link to it, and the folders that are made for it. */
async function touchedPaths(change: FileChange): Promise<string[]> {
	if (change.kind === "remove") return [change.path];
	const path = await followLinks(change.path);
	return [...(await missingFolders(dirname(path))).reverse(), path];
}

type Draft = Omit<JournalEntry, "after">;

async function makeDraft(change: FileChange, journal: ChangeJournal, { call, tool }: Origin): Promise<Draft> {
	const path = change.kind === "remove" ? change.path : await followLinks(change.path);
	const movedFrom = change.kind === "write" ? change.movedFrom : undefined;
	const before = await readState(path, journal);
	const madeFolders = before ? [] : await missingFolders(dirname(path));
	return {
		callId: call.id,
		tool,
		path,
		...(before && { before }),
		...(movedFrom !== undefined && { movedFrom }),
		...(madeFolders.length > 0 && { madeFolders }),
	};
}

async function finished(
	draft: Draft,
	change: FileChange | undefined,
	journal: ChangeJournal,
	onDisk: readonly FileChange[],
): Promise<JournalEntry> {
	if (change?.kind !== "write") return draft;
	// An editor may have formatted what it saved.
	const content = onDisk.includes(change) ? change.content : await readFile(draft.path);
	const kept = await journal.keep(typeof content === "string" ? Buffer.from(content) : content);
	const facts = await withFallback(stat(draft.path), undefined, "the file is gone again; its mode is what is usual");
	return { ...draft, after: { kind: "file", mode: (facts?.mode ?? 0o644) & 0o7777, content: kept } };
}

/** Larger files are copied without being read. */
const maxReadBytes = 64n * 1024n * 1024n;

async function readState(path: string, journal: ChangeJournal): Promise<FileState | undefined> {
	const facts: BigIntStats | undefined = await lstat(path, { bigint: true }).catch(() => undefined);
	if (!facts) return undefined;
	if (facts.isSymbolicLink()) return { kind: "link", to: await readlink(path) };
	const unread: KeptContent = { in: "nowhere", reason: "it could not be read" };
	const content = await withFallback(
		async () => (facts.size > maxReadBytes ? journal.keepFile(path) : journal.keep(await readFile(path))),
		unread,
		"the change is made; it can only not be undone",
	);
	return { kind: "file", mode: Number(facts.mode) & 0o7777, content };
}

/** The folders that are not there yet, innermost first. */
async function missingFolders(folder: string): Promise<string[]> {
	const missing: string[] = [];
	for (let path = folder; !(await lstat(path).catch(() => undefined)); path = dirname(path)) missing.push(path);
	return missing;
}
