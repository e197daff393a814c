import { ToolAbortError, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { FileChange } from "./commit-changes.ts";
import { type CallRef, commitJournaled } from "./commit-journaled.ts";
import type { LoadedFile } from "./load-file.ts";
import type { MutationPorts } from "./ports.ts";
import { isExecutable } from "./prepare-write.ts";
import type { Target } from "./target.ts";
import { contentLines } from "./text/content-lines.ts";
import { type DescribedChange, describeChange } from "./text/diff-rows.ts";
import { diffLines, type LineChange } from "./text/line-diff.ts";
import { mapSpans } from "./text/map-spans.ts";
import { type Diagnostics, WriteThroughCall, type WrittenFile } from "./write-through.ts";

/** What is to become of one file. */
export interface PlannedChange {
	readonly target: Target;
	/** Absent when it is to be made. */
	readonly before?: LoadedFile;
	/** The new text; absent when the file goes. */
	readonly after?: string;
	readonly moveTo?: Target;
	/** Where the texts differ, when that is known. */
	readonly changes?: readonly LineChange[];
	/** Whoever asked for it wrote the whole text. */
	readonly isAllKnown?: boolean;
	/** Everybody who may read it may also run it. */
	readonly executable?: boolean;
}

export interface MadeChange extends PlannedChange {
	/** Where the file is now. */
	readonly at: Target;
	/** The tag of the new version, where one is kept. */
	readonly tag?: string;
	readonly described: DescribedChange;
	readonly lineChanges: readonly LineChange[];
}

export interface MadeChanges {
	readonly files: readonly MadeChange[];
	readonly diagnostics?: Diagnostics;
}

/** Writes everything or nothing, and tells those who follow the files. */
export async function makeChanges(
	planned: readonly PlannedChange[],
	ports: MutationPorts,
	options: { readonly call: CallRef; readonly tool: "write" | "edit" },
): Promise<MadeChanges> {
	const { call, tool } = options;
	const { signal } = call;
	refuseClashes(planned);
	refuseBrokenText(planned);
	const servers = ports.writeThrough && new WriteThroughCall(ports.writeThrough, { tool, signal });
	const finals = await Promise.all(planned.map((change) => finalText(change, servers)));
	if (signal.aborted) throw new ToolAbortError();
	try {
		await commitJournaled(finals.flatMap(fileChanges), ports, { call, tool });
	} finally {
		for (const { target, moveTo } of finals) for (const at of [target, moveTo]) if (at) ports.judged?.forget(at.path);
	}
	ports.onChanged?.(finals.flatMap(({ target, moveTo }) => (moveTo ? [target.path, moveTo.path] : [target.path])));
	const files = finals.map((change) => recordVersion(change, ports));
	const diagnostics = await servers?.diagnose(files.flatMap(writtenFiles));
	return { files, ...(diagnostics && { diagnostics }) };
}

/** Two changes that end in one place would each be right alone. */
function refuseClashes(planned: readonly PlannedChange[]): void {
	const seen = new Set<string>();
	for (const { target, moveTo } of planned) {
		for (const { path, shownPath } of moveTo ? [target, moveTo] : [target]) {
			if (seen.has(path)) throw new ToolError(`${shownPath} is named twice in this call; nothing was written.`);
			seen.add(path);
		}
	}
}

/** Half a character cannot be written; what came out would not be what was asked for. */
function refuseBrokenText(planned: readonly PlannedChange[]): void {
	const broken = planned.find(({ after }) => after !== undefined && !after.isWellFormed());
	if (!broken) return;
	throw new ToolError(
		`The new text of ${broken.target.shownPath} holds half a surrogate pair (a character cut in two); nothing was written.`,
	);
}

async function finalText(change: PlannedChange, servers: WriteThroughCall | undefined): Promise<PlannedChange> {
	const { target, moveTo = target, before } = change;
	if (!servers || change.after === undefined || moveTo.isPrivate) return change;
	const after = await servers.beforeWrite({ path: moveTo.path, before: before?.text, text: change.after });
	if (after === change.after) return change;
	const { changes: _outdated, ...rest } = change;
	return { ...rest, after };
}

/** Files of the session itself are nothing that servers know. */
function writtenFiles({ target, at, before, after }: MadeChange): WrittenFile[] {
	const written = after === undefined ? [] : [{ path: at.path, before: before?.text, text: after }];
	const isGone = before !== undefined && (after === undefined || at.path !== target.path);
	const gone = isGone ? [{ path: target.path, before: before.text, text: undefined }] : [];
	return [...(target.isPrivate ? [] : gone), ...(at.isPrivate ? [] : written)];
}

function fileChanges({ target, before, after, moveTo, executable = false }: PlannedChange): FileChange[] {
	if (after === undefined) return before ? [{ kind: "remove", ...target, replaces: before.version }] : [];
	const content = before ? before.encode(after) : after;
	if (!before) return [{ kind: "write", ...(moveTo ?? target), content, executable }];
	const isSame = after === before.text && (!executable || isExecutable(Number(before.version.mode)));
	if (!moveTo) return isSame ? [] : [{ kind: "write", ...target, content, replaces: before.version, executable }];
	return [
		{ kind: "write", ...moveTo, content, like: before.version, movedFrom: target.path, executable },
		{ kind: "remove", ...target, replaces: before.version },
	];
}

function recordVersion(change: PlannedChange, ports: MutationPorts): MadeChange {
	const { target, before, after, moveTo } = change;
	const at = moveTo ?? target;
	const oldLines = contentLines(before?.text ?? "").lines;
	const newLines = contentLines(after ?? "").lines;
	const lineChanges = change.changes ?? diffLines(oldLines, newLines);
	const described = describeChange(oldLines, newLines, lineChanges);
	if (after === undefined) {
		ports.snapshots.forget(target.path);
		return { ...change, at, described, lineChanges };
	}
	if (moveTo) ports.snapshots.move(target.path, moveTo.path);
	const tagged = before ? before.tagged(after) : after;
	const known = before && ports.snapshots.versions(at.path).find(({ text }) => text === before.tagged(before.text));
	const seen = mapSpans(known?.seen ?? [], lineChanges);
	const tag = ports.snapshots.record(at.path, tagged, before && !change.isAllKnown ? seen : "all");
	return { ...change, at, described, lineChanges, ...(tag && { tag }) };
}
