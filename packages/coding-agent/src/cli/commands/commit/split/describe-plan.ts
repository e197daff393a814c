import type { ChangeUnit } from "../changes/change-unit.ts";
import type { PlannedCommit } from "./plan-split.ts";

/** A part of a commit in words: `src/a.ts, hunks 1 and 3 of 4`. */
export function describePart(unit: ChangeUnit | undefined, part: "all" | ReadonlySet<number>): string {
	if (!unit) return "";
	if (part === "all") return unit.path;
	const numbers = [...part].map((index) => index + 1).sort((a, b) => a - b);
	return `${unit.path}, ${numbers.length === 1 ? "hunk" : "hunks"} ${numbers.join(", ")} of ${unit.hunks.length}`;
}

/** One commit of a plan, and those that it needs, in the order of the plan. */
export function withNeeded(plan: readonly PlannedCommit[], only: number): readonly PlannedCommit[] {
	const wanted = new Set<number>();
	const add = (index: number): void => {
		if (wanted.has(index)) return;
		wanted.add(index);
		for (const needed of plan[index]?.needs ?? []) add(needed);
	};
	add(only);
	return plan.filter((_, index) => wanted.has(index));
}
