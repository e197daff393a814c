import type { BytePath, NodeState } from "../contract/node-state.ts";
import type { PlannedStep, UndoPlan } from "../contract/undo-engine.ts";

/** One or several changes of a path that took effect together. */
export interface Effect {
	/** Of the changes. */
	readonly numbers: readonly number[];
	/** The same as `after` where nothing had to be done. */
	readonly before: NodeState;
	readonly after: NodeState;
	readonly inPlace: boolean;
	/** Nobody else changed the path since the effect before this one: its `before` is that one's `after`, also where that was not kept. */
	readonly continues: boolean;
}

/**
 * In which order changes took effect, for each path. One that was taken back and put back again counts from then on, with what it did
 * then: the newest must go first.
 */
export class PathEffects {
	readonly #present = new Map<BytePath, Effect[]>();
	readonly #takenBack = new Map<BytePath, Effect[]>();
	readonly #changedByOthers = new Set<BytePath>();

	add(path: BytePath, effect: Omit<Effect, "continues">): void {
		push(this.#present, path, { ...effect, continues: !this.#changedByOthers.delete(path) });
	}

	/** The user, or an undo, changed the path. */
	interrupt(path: BytePath): void {
		this.#changedByOthers.add(path);
	}

	/** What an undo or redo would have to take back, the newest first. */
	toReverse(direction: UndoPlan["direction"], path: BytePath): readonly Effect[] {
		return ((direction === "undo" ? this.#present : this.#takenBack).get(path) ?? []).toReversed();
	}

	applyPlan(
		direction: UndoPlan["direction"],
		marks: readonly number[],
		steps: readonly PlannedStep[],
		findPath: (mark: number) => BytePath | undefined,
	): void {
		const [from, to] = direction === "undo" ? [this.#present, this.#takenBack] : [this.#takenBack, this.#present];
		const numbers = new Map<BytePath, number[]>();
		for (const mark of marks) {
			const path = findPath(mark);
			if (path !== undefined) push(numbers, path, mark);
		}
		const byPath = new Map(steps.map((step) => [step.path, step]));
		for (const [path, ofPath] of numbers) {
			const gone = new Set(ofPath);
			const rest = (from.get(path) ?? [])
				.map((effect) => without(effect, gone))
				.filter(({ numbers: left }) => left.length > 0);
			from.set(path, rest);
			const step = byPath.get(path);
			const nothing: NodeState = { kind: "absent" };
			const [before, after] = [step?.from ?? nothing, step?.to ?? nothing];
			push(to, path, { numbers: ofPath, before, after, inPlace: step?.inPlace ?? false, continues: false });
			this.interrupt(path);
		}
	}
}

function without(effect: Effect, gone: ReadonlySet<number>): Effect {
	return { ...effect, numbers: effect.numbers.filter((number) => !gone.has(number)), continues: false };
}

function push<Value>(map: Map<BytePath, Value[]>, path: BytePath, value: Value): void {
	const values = map.get(path);
	if (values) values.push(value);
	else map.set(path, [value]);
}
