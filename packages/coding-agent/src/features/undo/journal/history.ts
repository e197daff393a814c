import type { BytePath } from "../contract/node-state.ts";
import type { RecordedChange, UndoPlan } from "../contract/undo-engine.ts";
import { PathEffects } from "./path-effects.ts";
import type { JournalRecord } from "./record.ts";

/** An undo or redo that is in place. */
export interface AppliedPlan {
	readonly id: string;
	readonly direction: UndoPlan["direction"];
	readonly marks: readonly number[];
}

export interface OpenCall {
	readonly callId: string;
	readonly tool: string;
	readonly turn: string;
	readonly exact: boolean;
}

/** What a journal says, read anew whenever it is asked for. */
export interface History {
	readonly changes: readonly RecordedChange[];
	readonly plans: readonly AppliedPlan[];
	readonly effects: PathEffects;
	/** Changes that an undo was asked to take back, whether it could or not. */
	readonly tried: ReadonlySet<number>;
	/** Begun and not ended: omp was killed. */
	readonly openCalls: readonly OpenCall[];
	/** What was at paths outside the workspace before open calls wrote there. */
	readonly openBefore: ReadonlyArray<Extract<JournalRecord, { type: "before" }>>;
	readonly openPlan: Extract<JournalRecord, { type: "plan" }> | undefined;
	readonly nextNumber: number;
	/** Those that calls belonged to. */
	readonly turns: ReadonlySet<string>;
}

export function readHistory(records: Iterable<JournalRecord>): History {
	const changes: Array<Omit<RecordedChange, "isUndone">> = [];
	const paths = new Map<number, BytePath>();
	const effects = new PathEffects();
	const undone = new Set<number>();
	const tried = new Set<number>();
	const plans: AppliedPlan[] = [];
	const open = new Map<string, OpenCall>();
	const turns = new Set<string>();
	let before: Array<Extract<JournalRecord, { type: "before" }>> = [];
	let openPlan: Extract<JournalRecord, { type: "plan" }> | undefined;
	let nextNumber = 1;

	const finish = (left: readonly BytePath[]) => {
		if (!openPlan) return;
		const leftAlone = new Set(left);
		const isLeft = (mark: number) => leftAlone.has(paths.get(mark) ?? ("" as BytePath));
		const marks = openPlan.marks.filter((mark) => !isLeft(mark));
		for (const mark of marks) openPlan.direction === "undo" ? undone.add(mark) : undone.delete(mark);
		for (const number of openPlan.tried) openPlan.direction === "undo" ? tried.add(number) : tried.delete(number);
		const steps = openPlan.steps.filter(({ path }) => !leftAlone.has(path));
		plans.push({ id: openPlan.id, direction: openPlan.direction, marks });
		effects.applyPlan(openPlan.direction, marks, steps, (mark) => paths.get(mark));
		openPlan = undefined;
	};

	for (const record of records) {
		switch (record.type) {
			case "begin": {
				const { call, tool, turn, exact } = record;
				open.set(call, { callId: call, tool, turn, exact });
				turns.add(turn);
				break;
			}
			case "before":
				before.push(record);
				break;
			case "change": {
				const { calls, turn, tool, at } = record;
				let number = record.number;
				for (const [path, state, after, inPlace] of record.rows) {
					paths.set(number, path);
					if (calls.length === 0) effects.interrupt(path);
					else effects.add(path, { numbers: [number], before: state, after, inPlace: inPlace === 1 });
					changes.push({ number: number++, path, before: state, after, inPlace: inPlace === 1, calls, turn, tool, at });
				}
				nextNumber = number;
				break;
			}
			case "end":
				open.delete(record.call);
				before = before.filter(({ call }) => call !== record.call);
				break;
			case "plan":
				openPlan = record;
				break;
			case "done":
				finish(record.left);
				break;
			case "aborted":
				openPlan = undefined;
				break;
		}
	}
	return {
		changes: changes.map((change) => ({ ...change, isUndone: undone.has(change.number) })),
		plans,
		effects,
		tried,
		openCalls: [...open.values()],
		openBefore: before,
		openPlan,
		nextNumber,
		turns,
	};
}
