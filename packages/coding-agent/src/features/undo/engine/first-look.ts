import { readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { emptyFacts, factsReader, fileKind, kindMask } from "@oh-my-pi/pi-natives/disk/file-facts";
import { type BytePath, pathBytes } from "../contract/node-state.ts";
import type { UndoLimits } from "../contract/undo-engine.ts";
import { flag, type KnownFiles, keptBy, nothing } from "../known/known-files.ts";
import { dumpKnownFiles, loadKnownFiles } from "../known/known-files-dump.ts";
import type { Keeper } from "../look/keeper.ts";
import { isFresh } from "../look/known-state.ts";
import type { NotCoveredFiles } from "../look/not-covered-files.ts";
import type { ContentStore } from "../store/content-store.ts";
import { firstLookPath } from "../store/session-folder.ts";

interface KeepOptions {
	readonly store: ContentStore;
	readonly keeper: Keeper;
	readonly limits: UndoLimits;
	readonly now: () => number;
	readonly notCovered: NotCoveredFiles;
	readonly pause: () => Promise<void>;
	/** What the last session knew of the workspace. */
	readonly earlier: KnownFiles | undefined;
}

/** Keeps the contents of all files that are not kept yet, as far as the budget goes. */
export async function keepContents(known: KnownFiles, options: KeepOptions): Promise<void> {
	const { keeper, limits, notCovered, pause, now } = options;
	const reader = factsReader();
	const facts = emptyFacts();
	let budget = limits.maxSnapshotBytes;
	for (let entry = 1; entry < known.end; entry++) {
		const { columns } = known;
		if (columns.kept[entry] !== keptBy.nobody || ((columns.mode[entry] ?? 0) & kindMask) !== fileKind) continue;
		const path = known.path(entry);
		if (takeFromEarlier(known, entry, path, options)) continue;
		if (!reader.read(pathBytes(path), facts) || (facts.mode & kindMask) !== fileKind) continue;
		const isTooLarge = facts.size > limits.maxFileBytes;
		if (keeper.isFull || isTooLarge || facts.size > budget) {
			notCovered.set(path, { path, reason: keeper.isFull ? "disk-full" : isTooLarge ? "too-large" : "over-budget" });
			continue;
		}
		const kept = keeper.keep(path);
		if (kept.ref === undefined) {
			if (kept.reason !== "absent") notCovered.set(path, { path, reason: kept.reason });
			continue;
		}
		// Facts from before it was read: what changes later, differs from them.
		known.setFacts(entry, facts);
		columns.size[entry] = kept.size;
		known.setFlag(entry, flag.fresh, isFresh(facts, now()));
		known.setContent(entry, kept.ref);
		budget -= kept.size;
		await pause();
	}
}

/** A file that looks as it did for the last session is not read again. */
function takeFromEarlier(known: KnownFiles, entry: number, path: BytePath, { earlier, store }: KeepOptions): boolean {
	const old = earlier?.lookUp(path) ?? nothing;
	if (!earlier || old === nothing || earlier.columns.kept[old] !== keptBy.store || earlier.hasFlag(old, flag.fresh)) {
		return false;
	}
	const { columns } = known;
	const isSame = (
		["size", "modifiedSeconds", "modifiedNanos", "changedSeconds", "changedNanos", "inodeLow"] as const
	).every((name) => columns[name][entry] === earlier.columns[name][old]);
	const ref = isSame ? earlier.content(old) : undefined;
	if (ref === undefined || !store.has(ref)) return false;
	known.setContent(entry, ref);
	return true;
}

export async function writeFirstLook(known: KnownFiles, folder: string): Promise<void> {
	const temporary = `${firstLookPath(folder)}.tmp`;
	await using file = await open(temporary, "w", 0o600);
	for (const part of dumpKnownFiles(known))
		for (let at = 0; at < part.length; ) at += (await file.write(part, at)).bytesWritten;
	await rename(temporary, firstLookPath(folder));
}

/** `undefined` if there is none, or it is damaged. */
export function readFirstLook(folder: string): KnownFiles | undefined {
	try {
		return loadKnownFiles(readFileSync(firstLookPath(folder)));
	} catch {
		return undefined;
	}
}
