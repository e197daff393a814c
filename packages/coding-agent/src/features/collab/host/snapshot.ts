import { statSync } from "node:fs";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { chunkBytes, maxSnapshotBytes } from "../protocol/limits.data.ts";
import { shrinkEntry } from "../protocol/shrink-entry.ts";

export interface SnapshotPlan {
	/** The entries to send, oldest first; loaded when their turn comes. */
	readonly steps: readonly PathStep[];
	/** They follow the one that the guest has. */
	readonly continues: boolean;
}

/** What a guest needs of the branch in force: all of it, or what follows the entry that it has. */
export function planSnapshot(
	log: SessionLog,
	since?: { readonly session: string; readonly entry: string },
): SnapshotPlan {
	const path = log.path();
	const known = since?.session === log.id ? path.findLastIndex(({ id }) => id === since.entry) : -1;
	if (known !== -1) return { steps: path.slice(known + 1), continues: true };
	return { steps: isLarge(log) ? newestSteps(path) : path, continues: false };
}

/** The entries in chunks of bounded size. */
export function* snapshotChunks(steps: readonly PathStep[]): Generator<{ entries: SessionEntry[]; final: boolean }> {
	let entries: SessionEntry[] = [];
	let size = 0;
	for (const step of steps) {
		const loaded = step.entry();
		if (!loaded) continue;
		const entry = shrinkEntry(loaded);
		entries.push(entry);
		size += JSON.stringify(entry).length;
		if (size < chunkBytes) continue;
		yield { entries, final: false };
		entries = [];
		size = 0;
	}
	yield { entries, final: true };
}

function isLarge({ file }: SessionLog): boolean {
	try {
		return file !== undefined && statSync(file).size > maxSnapshotBytes;
	} catch {
		// Not written yet.
		return false;
	}
}

/** As much of the end as fits. */
function newestSteps(path: readonly PathStep[]): readonly PathStep[] {
	let size = 0;
	for (let index = path.length - 1; index >= 0; index--) {
		const entry = path[index]?.entry();
		size += entry ? JSON.stringify(shrinkEntry(entry)).length : 0;
		if (size > maxSnapshotBytes) return path.slice(index + 1);
	}
	return path;
}
