import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import type { TreeEntry } from "./tree-entry.ts";

/** The change of one file between HEAD and what is to be committed. */
export interface ChangeUnit {
	readonly path: string;
	/** Of a rename. */
	readonly oldPath?: string;
	/** As git names it: A, M, D, R, T. */
	readonly status: string;
	/** Absent for a new file. */
	readonly before?: TreeEntry;
	/** Absent for a deleted file. */
	readonly after?: TreeEntry;
	/** Parts that can be committed apart, in order. Empty: all or nothing. */
	readonly hunks: readonly HunkRange[];
}

/** Lines of a hunk in both versions; counted from 1, as git prints them. */
export interface HunkRange {
	readonly oldStart: number;
	readonly oldLines: number;
	readonly newStart: number;
	readonly newLines: number;
}

const regularFile = /^100/;

/** The same units, each path with one character for each of its bytes. */
export function withBytePaths(units: readonly ChangeUnit[], raw: Buffer): readonly ChangeUnit[] {
	return parseUnits(raw.toString("latin1"), new Map()).map((unit, index) => ({
		...unit,
		hunks: units[index]?.hunks ?? [],
	}));
}

/** Reads `git diff --raw -z --no-abbrev`, and takes the hunks from the diffs of the same files. */
export function parseUnits(raw: string, diffs: ReadonlyMap<string, FileDiff>): readonly ChangeUnit[] {
	const fields = raw.split("\0");
	const units: ChangeUnit[] = [];
	for (let at = 0; at + 1 < fields.length; ) {
		const [oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = (fields[at++] ?? "").slice(1).split(" ");
		const status = letter[0] ?? "M";
		const first = fields[at++] ?? "";
		const isRename = status === "R" || status === "C";
		const path = isRename ? (fields[at++] ?? "") : first;
		const before = status === "A" ? undefined : { mode: oldMode, id: oldId };
		const after = status === "D" ? undefined : { mode: newMode, id: newId };
		const isSplittable = status === "M" && oldMode === newMode && regularFile.test(newMode);
		units.push({
			path,
			...(isRename && { oldPath: first }),
			status,
			...(before && { before }),
			...(after && { after }),
			hunks: isSplittable ? (diffs.get(path)?.hunks ?? []).map(rangeOf) : [],
		});
	}
	return units;
}

const rangeOf = ({ oldStart, oldLines, newStart, newLines }: HunkRange): HunkRange => ({
	oldStart,
	oldLines,
	newStart,
	newLines,
});
