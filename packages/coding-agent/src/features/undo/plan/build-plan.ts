import {
	absent,
	type BytePath,
	type ContentRef,
	isSameState,
	isSameWithLinks,
	type NodeState,
} from "../contract/node-state.ts";
import type { Conflict, PlannedStep, RecordedChange, UndoPlan } from "../contract/undo-engine.ts";
import { indexMeaning } from "../git/git-index.ts";
import { isGitNote } from "../git/git-paths.ts";
import type { History } from "../journal/history.ts";
import type { Effect, PathEffects } from "../journal/path-effects.ts";
import { mergeText } from "./merge-text.ts";

/** What a plan is made from. */
export interface PlanSources {
	/** What is at a path now; content that is not the expected one is kept. */
	stateNow(path: BytePath, expected: ContentRef | undefined): NodeState;
	content(ref: ContentRef): Promise<Buffer | undefined>;
	/** Keeps a merged text. */
	keep(content: Buffer): ContentRef;
	isInGitFolder(path: BytePath): boolean;
}

/** One change to take back, or several in a row: from `base` to `wanted`. */
interface Link {
	readonly base: NodeState;
	readonly wanted: NodeState;
	readonly inPlace: boolean;
	/** The one that is older begins where this one ends, though it may not be known what was there. */
	readonly isContinued: boolean;
}

export interface PlannedChanges {
	readonly steps: PlannedStep[];
	readonly conflicts: Conflict[];
	/** Changes that are done with once the steps are in place. */
	readonly marks: number[];
	/** All changes that were asked for. */
	readonly tried: number[];
}

/** Decides for every file what to do, before anything is touched. `changes` in the order of time. */
export async function planChanges(
	direction: UndoPlan["direction"],
	changes: readonly RecordedChange[],
	history: Pick<History, "effects">,
	sources: PlanSources,
): Promise<PlannedChanges> {
	const planned: PlannedChanges = { steps: [], conflicts: [], marks: [], tried: changes.map(({ number }) => number) };
	for (const [path, ofPath] of groupByPath(changes)) {
		const links = findLinks(direction, path, ofPath, history.effects);
		const outcome = await follow(path, links, sources);
		if ("reason" in outcome) {
			// What git noted for itself is not worth a question.
			if (sources.isInGitFolder(path) && isGitNote(path)) planned.marks.push(...ofPath.map(({ number }) => number));
			else planned.conflicts.push(outcome);
			continue;
		}
		planned.marks.push(...ofPath.map(({ number }) => number));
		if (!isSameWithLinks(outcome.from, outcome.to)) planned.steps.push(outcome);
	}
	return planned;
}

function groupByPath(changes: readonly RecordedChange[]): Map<BytePath, RecordedChange[]> {
	const groups = new Map<BytePath, RecordedChange[]>();
	for (const change of changes) {
		const group = groups.get(change.path);
		if (group) group.push(change);
		else groups.set(change.path, [change]);
	}
	return groups;
}

/** What has to be taken back of a path, the newest first. */
function findLinks(
	direction: UndoPlan["direction"],
	path: BytePath,
	changes: readonly RecordedChange[],
	effects: PathEffects,
): Link[] {
	const wanted = new Map(changes.map((change) => [change.number, change]));
	const present = effects.toReverse(direction, path);
	const isWhole = (effect: Effect | undefined) => effect?.numbers.every((number) => wanted.has(number)) ?? false;
	const links = present.flatMap((effect, index): Link[] => {
		const { numbers, before, after, inPlace, continues } = effect;
		const isContinued = continues && isWhole(present[index + 1]);
		if (isWhole(effect)) return [{ base: after, wanted: before, inPlace, isContinued }];
		// Only some of what was taken back or put back at once: each by itself.
		const meant = numbers.flatMap((number) => wanted.get(number) ?? []);
		return (direction === "redo" ? meant : meant.toReversed()).map((change) => ({
			base: direction === "redo" ? change.before : change.after,
			wanted: direction === "redo" ? change.after : change.before,
			inPlace: change.inPlace,
			isContinued: false,
		}));
	});
	return joined(links);
}

/** Changes without anything between them are one. */
function joined(links: readonly Link[]): Link[] {
	const rows: Link[] = [];
	for (const link of links) {
		const last = rows.at(-1);
		if (last && (last.isContinued || isSameState(last.wanted, link.base))) {
			const inPlace = last.inPlace && link.inPlace;
			rows[rows.length - 1] = { base: last.base, wanted: link.wanted, inPlace, isContinued: link.isContinued };
		} else rows.push(link);
	}
	return rows;
}

async function follow(path: BytePath, links: readonly Link[], sources: PlanSources): Promise<PlannedStep | Conflict> {
	const first = links[0]?.base ?? absent;
	const now = sources.stateNow(path, first.kind === "file" ? first.content : undefined);
	// The journal knows other names of the file, too.
	const from = isSameState(now, first) ? first : now;
	let to = from;
	let isMerged = false;
	let inPlace = true;
	for (const link of links) {
		const next = await followLink(path, to, link, sources);
		if (typeof next === "string") return { path, reason: next, expected: link.base, wanted: link.wanted, now: from };
		isMerged ||= next.isMerged;
		inPlace &&= link.inPlace;
		to = next.state;
	}
	return { path, from, to, isMerged, inPlace };
}

async function followLink(
	path: BytePath,
	now: NodeState,
	{ base, wanted }: Link,
	sources: PlanSources,
): Promise<{ readonly state: NodeState; readonly isMerged: boolean } | Conflict["reason"]> {
	// Made and removed again, for example.
	if (isSameWithLinks(base, wanted)) return { state: now, isMerged: false };
	if (base.kind === "other" || wanted.kind === "other" || now.kind === "other") return "not-kept";
	if (await isSame(now, base, sources)) return isKept(wanted) ? { state: wanted, isMerged: false } : "not-kept";
	if (await isSame(now, wanted, sources)) return { state: now, isMerged: false };
	// The user has other files in it, or changed what it may be used for.
	if (now.kind === "folder" && base.kind === "folder") return { state: now, isMerged: true };
	if (now.kind === "folder" && wanted.kind === "folder") return { state: now, isMerged: true };
	if (now.kind === "absent" && wanted.kind === "absent") return { state: now, isMerged: false };
	if (now.kind !== "file" || base.kind !== "file" || wanted.kind !== "file") return "changed-since";
	const isIndex = sources.isInGitFolder(path) && path.endsWith("/index");
	const mode = now.mode === base.mode ? wanted.mode : base.mode === wanted.mode ? now.mode : undefined;
	if (mode === undefined) return "changed-since";
	if (!base.content || !wanted.content || !now.content) return "not-kept";
	if (base.content === now.content) return { state: { ...wanted, mode }, isMerged: true };
	if (base.content === wanted.content) return { state: { ...now, mode }, isMerged: true };
	const [baseContent, ours, theirs] = await Promise.all([
		sources.content(base.content),
		sources.content(now.content),
		sources.content(wanted.content),
	]);
	if (!baseContent || !ours || !theirs) return "not-kept";
	if (isIndex) {
		const isUnchanged = indexMeaning(ours) !== undefined && indexMeaning(ours) === indexMeaning(baseContent);
		return isUnchanged ? { state: { ...wanted, mode }, isMerged: false } : "changed-since";
	}
	const merged = sources.isInGitFolder(path) ? undefined : mergeText(baseContent, ours, theirs);
	if (!merged) return "changed-since";
	const { twin: _, ...file } = now;
	return { state: { ...file, mode, size: merged.length, content: sources.keep(merged) }, isMerged: true };
}

function isKept(state: NodeState): boolean {
	return state.kind !== "file" || state.content !== undefined;
}

/** Also where one content is in git and the same one in the store. */
async function isSame(a: NodeState, b: NodeState, sources: PlanSources): Promise<boolean> {
	if (isSameState(a, b)) return true;
	if (a.kind !== "file" || b.kind !== "file" || a.mode !== b.mode || a.size !== b.size) return false;
	if (!a.content || !b.content || a.content[0] === b.content[0]) return false;
	const [first, second] = await Promise.all([sources.content(a.content), sources.content(b.content)]);
	return first !== undefined && second !== undefined && first.equals(second);
}
