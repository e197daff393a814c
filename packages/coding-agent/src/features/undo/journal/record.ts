import type { BytePath, NodeState } from "../contract/node-state.ts";
import type { PlannedStep, UndoPlan } from "../contract/undo-engine.ts";

/** A change in few characters: path, before, after, in place. */
export type ChangeRow = readonly [path: BytePath, before: NodeState, after: NodeState, inPlace: 0 | 1];

/** One line of a journal. */
export type JournalRecord =
	| {
			readonly type: "begin";
			readonly call: string;
			readonly tool: string;
			readonly turn: string;
			readonly exact: boolean;
	  }
	/** What was at a path outside the workspace before a call wrote there. */
	| { readonly type: "before"; readonly call: string; readonly path: BytePath; readonly state: NodeState }
	| {
			readonly type: "change";
			/** Of the first row; the others count on. */
			readonly number: number;
			/** None: the user's. */
			readonly calls: readonly string[];
			readonly turn: string;
			readonly tool: string;
			readonly at: number;
			readonly rows: readonly ChangeRow[];
	  }
	| { readonly type: "end"; readonly call: string }
	| {
			readonly type: "plan";
			readonly id: string;
			readonly direction: UndoPlan["direction"];
			readonly at: number;
			/** Numbers of the changes that are taken back, or put back. */
			readonly marks: readonly number[];
			/** Also those that stay, because of conflicts. */
			readonly tried: readonly number[];
			readonly steps: readonly PlannedStep[];
	  }
	/** A plan is in place. */
	| { readonly type: "done"; readonly id: string; readonly left: readonly BytePath[] }
	/** It was taken back. */
	| { readonly type: "aborted"; readonly id: string };
