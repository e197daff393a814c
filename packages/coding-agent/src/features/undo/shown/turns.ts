import type { RecordedChange } from "../contract/undo-engine.ts";

/** What one prompt of the user led to. */
export interface RecordedTurn {
	/** The entry of the prompt. */
	readonly id: string;
	/** 1 is the last turn that changed files. */
	readonly number: number;
	/** The start of the prompt. */
	readonly prompt: string;
	readonly at: number;
	readonly changes: readonly RecordedChange[];
}

/** Turns of a branch, newest first. What the user changed belongs to none. */
export function listTurns(
	changes: readonly RecordedChange[],
	prompts: ReadonlyMap<string, string>,
): readonly RecordedTurn[] {
	const byTurn = new Map<string, RecordedChange[]>();
	for (const change of changes) {
		if (change.calls.length === 0 || !prompts.has(change.turn)) continue;
		const known = byTurn.get(change.turn);
		if (known) known.push(change);
		else byTurn.set(change.turn, [change]);
	}
	const newestFirst = [...byTurn].sort(([, a], [, b]) => (b.at(-1)?.number ?? 0) - (a.at(-1)?.number ?? 0));
	return newestFirst.map(([id, all], index) => ({
		id,
		number: index + 1,
		prompt: (prompts.get(id) ?? "").replace(/\s+/g, " ").trim(),
		at: all.at(-1)?.at ?? 0,
		changes: all,
	}));
}
