import { blockedSteps } from "../apply/apply-steps.ts";
import { diskState } from "../apply/disk-state.ts";
import { absent, type BytePath, type ContentRef, isSameState, type NodeState } from "../contract/node-state.ts";
import type { Conflict, PlannedStep, RecordedChange, UndoPlan } from "../contract/undo-engine.ts";
import type { History } from "../journal/history.ts";
import type { Keeper } from "../look/keeper.ts";
import { type PlannedChanges, planChanges } from "../plan/build-plan.ts";
import type { ContentStore } from "../store/content-store.ts";
import type { Contents } from "./contents.ts";
import type { CoveredWorkspace } from "./covered-workspace.ts";

interface PlanParts {
	readonly workspace: CoveredWorkspace;
	readonly contents: Contents;
	readonly keeper: Keeper;
	readonly store: ContentStore;
}

/** A plan whose contents are all in the store: it can be put in place, and finished after a crash, whatever happens to the repository. */
export async function planWithContents(
	direction: UndoPlan["direction"],
	changes: readonly RecordedChange[],
	history: History,
	parts: PlanParts,
): Promise<PlannedChanges> {
	const { workspace, contents, keeper, store } = parts;
	const planned = await planChanges(direction, changes, history, {
		stateNow: (path, expected) => diskState(path, keeper, expected),
		content: (ref) => contents.read(ref),
		keep: (content) => store.put(content),
		isInGitFolder: (path) => workspace.isInGitFolder(path),
	});
	const { steps, conflicts } = await checkSteps(planned.steps, contents);
	const blocked = new Set(conflicts.map(({ path }) => path));
	const paths = new Map(changes.map(({ number, path }) => [number, path]));
	return {
		steps: withoutSideEffects(steps, workspace),
		conflicts: [...planned.conflicts, ...conflicts],
		tried: planned.tried,
		marks: planned.marks.filter((mark) => !blocked.has(paths.get(mark) ?? ("" as BytePath))),
	};
}

/** Steps whose contents are not kept are conflicts, as are those that something is in the way of. */
async function checkSteps(
	planned: readonly PlannedStep[],
	contents: Contents,
): Promise<{ readonly steps: PlannedStep[]; readonly conflicts: Conflict[] }> {
	const refs = planned.flatMap(({ from, to }) => [from, to].flatMap((state) => contentOf(state) ?? []));
	const moved = await contents.moveToStore(refs);
	/** The same state, by its name in the store. */
	const inStore = (state: NodeState): NodeState => {
		const content = moved.get(contentOf(state) as ContentRef);
		return state.kind === "file" && content ? { ...state, content } : state;
	};
	const steps: PlannedStep[] = [];
	const conflicts: Conflict[] = [];
	const blocked = blockedSteps(planned);
	for (const step of planned) {
		const { path, from, to } = step;
		const conflict = { path, expected: from, wanted: to, now: from };
		const isKept = to.kind !== "file" || moved.has(to.content as ContentRef);
		if (!isKept) conflicts.push({ ...conflict, reason: "not-kept" });
		else if (blocked.has(step)) conflicts.push({ ...conflict, reason: "blocked" });
		// The beginning of an undo is known again after a crash by the contents on both sides.
		else steps.push({ ...step, from: inStore(from), to: inStore(to) });
	}
	return { steps, conflicts };
}

function contentOf(state: NodeState): ContentRef | undefined {
	return state.kind === "file" ? state.content : undefined;
}

/** A file is written in place only if all its other names are to have the same content. */
function withoutSideEffects(steps: readonly PlannedStep[], workspace: CoveredWorkspace): PlannedStep[] {
	const targets = new Map(steps.map(({ path, to }) => [path, to]));
	return steps.map((step) => {
		if (!step.inPlace || step.from.kind !== "file" || step.to.kind !== "file") return step;
		const isShared = (twin: BytePath) => isSameState(targets.get(twin) ?? absent, step.to);
		return workspace.twins(step.path).every(isShared) ? step : { ...step, inPlace: false };
	});
}
