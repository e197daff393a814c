import { absent, type BytePath, hasTwin, type NodeState } from "../contract/node-state.ts";
import type { PlannedStep } from "../contract/undo-engine.ts";
import { blockingParent } from "./disk-state.ts";
import { PinnedParents } from "./pinned-parents.ts";
import { changeMode, putState, removeState, removeTemporary } from "./put-state.ts";

export interface ApplyOptions {
	/** Of the plan; names temporary files. */
	readonly id: string;
	/** Throws if it is not kept. */
	readonly content: (state: NodeState) => Uint8Array;
	readonly isAt: (path: BytePath, state: NodeState) => boolean;
	/** The objects of a repository that goes are kept, and removed from it. */
	readonly removeObjects: (gitFolder: BytePath) => void;
	/** For tests, which stop there. */
	readonly onStep?: () => void;
}

/** Puts steps in place, in an order in which each can be done. Gives the folders that stay because others have files in them. */
export function applySteps(steps: readonly PlannedStep[], options: ApplyOptions): BytePath[] {
	const stayed: BytePath[] = [];
	using parents = new PinnedParents();
	const descending = steps.toSorted((a, b) => (a.path < b.path ? 1 : -1));
	for (const step of descending) {
		if (!mustGo(step)) continue;
		options.onStep?.();
		if (step.from.kind === "folder" && step.path.endsWith("/.git")) options.removeObjects(step.path);
		const isGone = removeState(parents.at(step.path), step.from);
		if (step.from.kind === "folder") parents.release();
		if (!isGone) stayed.push(step.path);
		if (!isGone && step.to.kind !== "absent") throw new Error(`A folder with other files is at ${step.path}`);
	}
	/** Files in place, by the other name that they are to share. */
	const placed = new Map<BytePath, BytePath>();
	for (const [index, step] of descending.toReversed().entries()) {
		if (step.to.kind === "absent") continue;
		options.onStep?.();
		const twin = findTwin(step, placed, options);
		if (twin === undefined && isOnlyMode(step) && step.to.kind === "file")
			changeMode(parents.at(step.path), step.to.mode);
		else {
			putState(parents.at(step.path), step.to, {
				...(step.to.kind === "file" && twin === undefined && { content: options.content(step.to) }),
				...(twin !== undefined && { twin: parents.at(twin) }),
				temporary: parents.at(temporaryName(step.path, options.id, index)),
				isOverwritable:
					step.from.kind === "file" && step.from.content !== undefined && hasTwin(step.from) === hasTwin(step.to),
				inPlace: step.inPlace,
			});
		}
		if (step.to.kind === "file" && step.to.twin !== undefined) placed.set(step.to.twin, step.path);
	}
	for (const { path, to } of descending) if (to.kind === "folder") changeMode(parents.at(path), to.mode);
	return stayed;
}

/** What a killed process may have left. */
export function removeTemporaries(steps: readonly PlannedStep[], id: string): void {
	const ascending = steps.toSorted((a, b) => (a.path > b.path ? 1 : -1));
	using parents = new PinnedParents();
	for (const [index, { path }] of ascending.entries()) {
		if (blockingParent(path) === undefined) removeTemporary(parents.at(temporaryName(path, id, index)));
	}
}

/** Steps whose folder is gone, or is something else by now, and is not made by one of the others: nothing can be put there. */
export function blockedSteps(steps: readonly PlannedStep[]): Set<PlannedStep> {
	const made = new Set(steps.filter(({ to }) => to.kind === "folder").map(({ path }) => path));
	const isBlocked = ({ path, to }: PlannedStep) => {
		const blocking = to.kind === "absent" ? undefined : blockingParent(path);
		return blocking !== undefined && !made.has(blocking);
	};
	return new Set(steps.filter(isBlocked));
}

/** Removed first: what is not to be there, and what would be in the way of another kind. */
function mustGo({ from, to }: PlannedStep): boolean {
	return from.kind !== "absent" && from.kind !== to.kind;
}

function isOnlyMode({ from, to }: PlannedStep): boolean {
	return from.kind === "file" && to.kind === "file" && from.content === to.content && hasTwin(from) === hasTwin(to);
}

function findTwin(
	{ path, to, inPlace, from }: PlannedStep,
	placed: ReadonlyMap<BytePath, BytePath>,
	options: ApplyOptions,
): BytePath | undefined {
	if (to.kind !== "file" || (inPlace && from.kind === "file")) return undefined;
	for (const twin of [to.twin, placed.get(path)]) {
		if (twin !== undefined && twin !== path && options.isAt(twin, to)) return twin;
	}
	return undefined;
}

function temporaryName(path: BytePath, id: string, index: number): BytePath {
	return `${path.slice(0, path.lastIndexOf("/") + 1)}.omp-undo-${id.slice(-12)}-${index}` as BytePath;
}

/** The steps that take these back. */
export function reversed(steps: readonly PlannedStep[]): PlannedStep[] {
	return steps.map((step) => ({ ...step, from: step.to, to: step.from }));
}

export interface StepContents {
	readonly now: Uint8Array;
	readonly from: Uint8Array;
	readonly to: Uint8Array;
}

/** Whether a step is only half done: what was in the way is gone, or the content is not yet whole. */
export function isHalfDone(step: PlannedStep, now: NodeState, contents: () => StepContents | undefined): boolean {
	if (now.kind === absent.kind) return mustGo(step) || step.from.kind === "absent";
	if (now.kind === "folder" && step.to.kind === "folder") return true;
	if (now.kind !== "file" || step.from.kind !== "file" || step.to.kind !== "file") return false;
	const known = contents();
	return known !== undefined && isMixture(known);
}

/** The beginning of one content, and the rest of the other one. */
function isMixture({ now, from, to }: StepContents): boolean {
	let written = 0;
	while (written < now.length && written < to.length && now[written] === to[written]) written++;
	return Buffer.compare(now.subarray(written), from.subarray(written)) === 0;
}
