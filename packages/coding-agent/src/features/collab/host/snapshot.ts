import { statSync } from "node:fs";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { chunkBytes, maxSnapshotBytes } from "../protocol/limits.data.ts";
import { shrinkEntry } from "../protocol/shrink-entry.ts";
import type { SnapshotSizes } from "./snapshot-sizes.ts";

export interface SnapshotPlan {
	/** The entries to send, oldest first; loaded when their turn comes. */
	readonly steps: readonly PathStep[];
	/** They follow the one that the guest has. */
	readonly continues: boolean;
}

/** The last entry that a guest has, and of which session. */
export interface Since {
	readonly session: string;
	readonly entry: string;
}

/** Measures what a long session needs measured, so that the plan itself is quick. */
export async function prepareSnapshot(log: SessionLog, sizes: SnapshotSizes): Promise<void> {
	if (isLarge(log)) await sizes.measure(log.path());
}

/** What a guest needs of the branch in force: what follows the entry that it has, or as much of the end as may be sent. */
export function planSnapshot(log: SessionLog, sizes: SnapshotSizes, since?: Since): SnapshotPlan {
	const path = log.path();
	const steps = isLarge(log) ? sizes.newest(path) : path;
	const known = since?.session === log.id ? path.findLastIndex(({ id }) => id === since.entry) : -1;
	const missing = path.slice(known + 1);
	return known !== -1 && missing.length <= steps.length
		? { steps: missing, continues: true }
		: { steps, continues: false };
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
