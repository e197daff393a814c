import type { ChangeUnit } from "../changes/change-unit.ts";
import { findManifestCommit } from "./manifest-commit.ts";

/** A commit as a model proposes it. */
export interface ProposedCommit {
	readonly message: string;
	/** Absent: everything. */
	readonly changes?: readonly ProposedChange[];
	readonly rationale?: string;
	/** Commits that must come before, counted from 1. */
	readonly dependencies?: readonly number[];
}

export interface ProposedChange {
	readonly path: string;
	/** Numbers of hunks from 1, or lines of the new version; each hunk that has one of them counts. */
	readonly hunks: "all" | readonly number[] | { readonly start: number; readonly end: number };
}

/** A commit that can be made: which hunks of which units. */
export interface PlannedCommit {
	readonly message: string;
	readonly rationale?: string;
	/** Indexes of units, with the indexes of hunks; `all` for those without hunks. */
	readonly parts: ReadonlyMap<number, "all" | ReadonlySet<number>>;
	/** Indexes of earlier commits in the plan that it needs. */
	readonly needs: readonly number[];
}

/**
 * Checks that every change is in exactly one commit, and puts the commits in the order that their dependencies ask for. Files
 * that the model was not shown (`hidden`, lock files) go with the commit that changes their manifest.
 */
export function planSplit(
	units: readonly ChangeUnit[],
	proposed: readonly ProposedCommit[],
	hidden: ReadonlySet<string> = new Set(),
): readonly PlannedCommit[] | { readonly problem: string } {
	if (proposed.length === 0) return { problem: "there is no commit" };
	const order = sortByDependencies(proposed);
	if ("problem" in order) return order;
	const taken = takeParts(units, proposed, hidden);
	if ("problem" in taken) return taken;
	const placeOf = new Map(order.map((index, place) => [index, place]));
	const planned = order.map((index) => ({ index, commit: proposed[index], parts: taken[index] ?? new Map() }));
	const empty = planned.find(({ parts }) => parts.size === 0);
	if (empty) return { problem: `commit ${empty.index + 1} has no changes` };
	return planned.map(({ commit, parts }) => ({
		message: commit?.message ?? "",
		...(commit?.rationale !== undefined && { rationale: commit.rationale }),
		parts,
		needs: (commit?.dependencies ?? []).flatMap((number) => placeOf.get(number - 1) ?? []),
	}));
}

type Parts = Map<number, "all" | Set<number>>;

function takeParts(
	units: readonly ChangeUnit[],
	proposed: readonly ProposedCommit[],
	hidden: ReadonlySet<string>,
): Parts[] | { readonly problem: string } {
	const taken: Parts[] = proposed.map(() => new Map());
	const byPath = new Map(
		units.flatMap((unit, index) => [unit.path, unit.oldPath ?? []].flat().map((path) => [path, index])),
	);
	for (const [index, { changes }] of proposed.entries()) {
		for (const change of changes ?? units.map(({ path }) => ({ path, hunks: "all" as const }))) {
			const unitIndex = byPath.get(change.path);
			const unit = unitIndex === undefined ? undefined : units[unitIndex];
			if (!unit || unitIndex === undefined) return { problem: `${change.path} is not among the changes` };
			const problem = take(taken, index, unitIndex, unit, change.hunks);
			if (problem !== undefined) return { problem };
		}
	}
	for (const [index, unit] of units.entries()) {
		if (hidden.has(unit.path) && !taken.some((parts) => parts.has(index)))
			taken[findManifestCommit(unit.path, taken, units)]?.set(index, "all");
	}
	joinReplacedFolders(units, taken);
	const missing = units.flatMap((unit, index) => missingText(unit, index, taken));
	return missing.length > 0 ? { problem: `in no commit: ${missing.slice(0, 20).join(", ")}` } : taken;
}

function take(
	taken: readonly Parts[],
	commit: number,
	unitIndex: number,
	unit: ChangeUnit,
	hunks: ProposedChange["hunks"],
): string | undefined {
	const place = taken[commit];
	if (!place) return undefined;
	const count = unit.hunks.length;
	const numbers = hunks === "all" || count === 0 ? "all" : chosenHunks(unit, hunks);
	if (numbers !== "all") {
		const unknown = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > count);
		if (unknown !== undefined) return `${unit.path} has no hunk ${unknown}; it has ${count}`;
		if (numbers.length === 0) return `no hunk of ${unit.path} has these lines`;
	}
	const wanted = numbers === "all" ? unit.hunks.map((_, index) => index) : numbers.map((number) => number - 1);
	for (const [other, parts] of taken.entries()) {
		const has = parts.get(unitIndex);
		if (has === undefined) continue;
		if (has === "all" || count === 0) return other === commit ? undefined : twiceText(unit.path, other, commit);
		const twice = wanted.find((index) => has.has(index));
		if (twice !== undefined && other !== commit) return twiceText(`hunk ${twice + 1} of ${unit.path}`, other, commit);
	}
	if (count === 0) {
		place.set(unitIndex, "all");
		return undefined;
	}
	const before = place.get(unitIndex);
	const all = new Set([...(before instanceof Set ? before : []), ...wanted]);
	place.set(unitIndex, all.size === count ? "all" : all);
	return undefined;
}

function chosenHunks(unit: ChangeUnit, hunks: Exclude<ProposedChange["hunks"], "all">): readonly number[] {
	if (!("start" in hunks)) return [...new Set(hunks)];
	return unit.hunks.flatMap(({ newStart, newLines }, index) =>
		newStart <= hunks.end && newStart + Math.max(1, newLines) > hunks.start ? [index + 1] : [],
	);
}

function twiceText(what: string, first: number, second: number): string {
	return `${what} is in commit ${first + 1} and in commit ${second + 1}`;
}

function missingText(unit: ChangeUnit, index: number, taken: readonly Parts[]): string[] {
	const places = taken.flatMap((parts) => parts.get(index) ?? []);
	if (places.includes("all")) return [];
	if (places.length === 0) return [unit.path];
	const has = new Set(places.flatMap((part) => (part === "all" ? [] : [...part])));
	const left = unit.hunks.flatMap((_, hunk) => (has.has(hunk) ? [] : [hunk + 1]));
	return left.length === 0 ? [] : [`${unit.path} hunk ${left.join(", ")}`];
}

/** A file whose place is taken by a folder, or the other way round, cannot be there at the same time: one commit has both. */
function joinReplacedFolders(units: readonly ChangeUnit[], taken: readonly Parts[]): void {
	const gone = goneFiles(units);
	for (const [index, { path, after }] of units.entries()) {
		if (!after) continue;
		const above = foldersAbove(path).flatMap((folder) => gone.at.get(folder) ?? []);
		for (const other of [...above, ...(gone.below.get(path) ?? [])]) {
			if (other === index) continue;
			const home = taken.find((parts) => parts.has(index));
			for (const parts of taken) if (parts !== home) parts.delete(other);
			home?.set(other, "all");
		}
	}
}

/** Units that leave a path, by this path and by each folder above it. */
function goneFiles(units: readonly ChangeUnit[]) {
	const at = new Map<string, number[]>();
	const below = new Map<string, number[]>();
	const add = (places: Map<string, number[]>, path: string, index: number) => {
		const found = places.get(path);
		if (found) found.push(index);
		else places.set(path, [index]);
	};
	for (const [index, { status, path, oldPath }] of units.entries()) {
		const left = status === "D" ? path : oldPath;
		if (left === undefined) continue;
		add(at, left, index);
		for (const folder of foldersAbove(left)) add(below, folder, index);
	}
	return { at, below };
}

function foldersAbove(path: string): string[] {
	const folders: string[] = [];
	for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
	return folders;
}

/** Indexes in an order where each comes after what it depends on; otherwise as proposed. */
function sortByDependencies(proposed: readonly ProposedCommit[]): number[] | { readonly problem: string } {
	const done: number[] = [];
	const open = new Set<number>();
	let problem: string | undefined;
	const visit = (index: number): void => {
		if (done.includes(index) || problem !== undefined) return;
		if (open.has(index)) {
			problem = `the commits depend on each other in a circle, at commit ${index + 1}`;
			return;
		}
		open.add(index);
		for (const number of proposed[index]?.dependencies ?? []) {
			if (number < 1 || number > proposed.length)
				problem = `commit ${index + 1} depends on commit ${number}, which is not there`;
			else visit(number - 1);
		}
		open.delete(index);
		done.push(index);
	};
	for (const index of proposed.keys()) visit(index);
	return problem === undefined ? done : { problem };
}
