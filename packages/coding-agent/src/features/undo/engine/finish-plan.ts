import {
	type ApplyOptions,
	applySteps,
	blockedSteps,
	isHalfDone,
	removeTemporaries,
	type StepContents,
} from "../apply/apply-steps.ts";
import { diskState } from "../apply/disk-state.ts";
import { type BytePath, isSameState, type NodeState, shownPath } from "../contract/node-state.ts";
import type { PlannedStep } from "../contract/undo-engine.ts";
import type { JournalRecord } from "../journal/record.ts";
import type { Keeper } from "../look/keeper.ts";
import type { ContentStore } from "../store/content-store.ts";

interface FinishParts {
	readonly keeper: Keeper;
	readonly store: ContentStore;
	readonly apply: ApplyOptions;
}

export interface FinishedPlan {
	/** Of the steps, those that were not done. */
	readonly left: readonly BytePath[];
	/** For the user. */
	readonly note: string;
}

/** Finishes an undo that omp was killed in. What was changed since by others stays. */
export function finishPlan(plan: Extract<JournalRecord, { type: "plan" }>, parts: FinishParts): FinishedPlan {
	removeTemporaries(plan.steps, plan.id);
	const open: PlannedStep[] = [];
	const left: BytePath[] = [];
	for (const step of plan.steps) {
		const now = diskState(step.path, parts.keeper, step.to.kind === "file" ? step.to.content : undefined);
		if (isSameState(now, step.to)) continue;
		if (isSameState(now, step.from) || isHalfDone(step, now, () => readContents(step, now, parts.store))) {
			open.push({ ...step, from: now });
		} else left.push(step.path);
	}
	const blocked = blockedSteps(open);
	const todo = open.filter((step) => !blocked.has(step));
	for (const { path } of blocked) left.push(path);
	const name = plan.direction;
	let stayed: readonly BytePath[];
	try {
		stayed = applySteps(todo, parts.apply);
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		const unfinished = todo.map(({ path }) => path);
		return { left: [...left, ...unfinished], note: `An interrupted ${name} could not be finished: ${problem}` };
	}
	const done = `Finished an interrupted ${name} of ${plan.steps.length} files.`;
	const shown = left.map(shownPath).join(", ");
	return {
		left: [...left, ...stayed],
		note: left.length === 0 ? done : `${done} Changed since and left alone: ${shown}.`,
	};
}

function readContents({ from, to }: PlannedStep, now: NodeState, store: ContentStore): StepContents | undefined {
	const read = (state: NodeState) => (state.kind === "file" && state.content ? store.read(state.content) : undefined);
	const [present, old, wanted] = [read(now), read(from), read(to)];
	return present && old && wanted && { now: present, from: old, to: wanted };
}
