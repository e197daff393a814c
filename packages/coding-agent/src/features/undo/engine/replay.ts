import { fileKind, folderKind, linkKind } from "@oh-my-pi/pi-natives/disk/file-facts";
import type { BytePath, NodeState } from "../contract/node-state.ts";
import type { JournalRecord } from "../journal/record.ts";
import { type KnownFiles, nothing } from "../known/known-files.ts";

const fifoKind = 0o010000;

/** Brings what was known at the first look to the end of the journal. Without times: what is there is read again. */
export function replay(known: KnownFiles, records: Iterable<JournalRecord>): void {
	let open: Extract<JournalRecord, { type: "plan" }> | undefined;
	for (const record of records) {
		if (record.type === "change")
			setStates(
				known,
				record.rows.map(([path, , after]) => ({ path, to: after })),
			);
		else if (record.type === "plan") open = record;
		else if (record.type === "aborted") open = undefined;
		else if (record.type === "done" && open) {
			const left = new Set(record.left);
			const steps = open.steps.filter(({ path }) => !left.has(path));
			setStates(known, steps, { keepsFullFolders: true });
			open = undefined;
		}
	}
}

interface Placed {
	readonly path: BytePath;
	readonly to: NodeState;
}

/** What goes, goes before the folder it is in; what comes, comes after it. */
function setStates(known: KnownFiles, states: readonly Placed[], { keepsFullFolders = false } = {}): void {
	const ascending = states.toSorted((a, b) => (a.path < b.path ? -1 : 1));
	for (const { path, to } of ascending.toReversed()) {
		// An undo does not remove a folder that has other files in it.
		const stays = keepsFullFolders && known.children(known.lookUp(path)).length > 0;
		if (to.kind === "absent" && !stays) setState(known, path, to);
	}
	for (const { path, to } of ascending) if (to.kind !== "absent") setState(known, path, to);
}

function setState(known: KnownFiles, path: BytePath, state: NodeState): void {
	let entry = known.lookUp(path);
	if (state.kind === "absent") {
		if (entry !== nothing) removeWithChildren(known, entry);
		return;
	}
	if (state.kind !== "folder" && entry !== nothing)
		for (const child of known.children(entry)) removeWithChildren(known, child);
	if (entry === nothing) {
		const slash = path.lastIndexOf("/");
		const folder = known.lookUp(path.slice(0, slash) as BytePath);
		// Outside of the workspace.
		if (folder === nothing) return;
		entry = known.add(folder, Buffer.from(path.slice(slash + 1), "latin1"));
	}
	const { columns } = known;
	columns.changedSeconds[entry] = 0;
	columns.inodeLow[entry] = 0;
	columns.flags[entry] = 0;
	switch (state.kind) {
		case "folder":
			columns.mode[entry] = folderKind | state.mode;
			break;
		case "link":
			columns.mode[entry] = linkKind | 0o777;
			known.targets.set(entry, state.target);
			break;
		case "file":
			columns.mode[entry] = fileKind | state.mode;
			columns.size[entry] = state.size;
			known.setContent(entry, state.content);
			break;
		case "other":
			columns.mode[entry] = fifoKind;
	}
}

function removeWithChildren(known: KnownFiles, entry: number): void {
	for (const child of known.children(entry)) removeWithChildren(known, child);
	known.remove(entry);
}
