import type { CompactionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";

/** The part of a log's path that is in the context verbatim, and the compaction before it. */
export interface VisiblePath {
	readonly compaction: CompactionEntry | undefined;
	/** Without the compaction itself. */
	readonly steps: readonly PathStep[];
}

export function visiblePath(path: readonly PathStep[]): VisiblePath {
	const afterReset = path.slice(path.findLastIndex((step) => step.type === "reset_boundary") + 1);
	const at = afterReset.findLastIndex((step) => step.type === "compaction");
	const compaction = afterReset[at]?.entry();
	if (compaction?.type !== "compaction") return { compaction: undefined, steps: afterReset };
	const firstKept = afterReset.findIndex((step) => step.id === compaction.firstKeptEntryId);
	const kept = firstKept === -1 ? [] : afterReset.slice(firstKept, at);
	return { compaction, steps: [...kept, ...afterReset.slice(at + 1)].filter(({ type }) => type !== "compaction") };
}
