import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import type { Preparation } from "../event/compaction-result.ts";
import { withoutFilesTag } from "../history/files-tag.ts";
import { withReplacements } from "../history/replacements.ts";
import { messageOfStep } from "../history/session-context.ts";
import { visiblePath } from "../history/visible-path.ts";
import { findCut, type KeepBudget } from "./cut-point.ts";
import { fileActivity } from "./file-activity.ts";

export type CompactionProblem = "Already compacted" | "Nothing to compact (session too small)";

/** There is nothing to compact. */
export class CompactionRefusal extends Error {
	override readonly name = "CompactionRefusal";
	constructor(message: CompactionProblem) {
		super(message);
	}
}

/** Throws a `CompactionRefusal` when nothing would be removed. */
export function prepareCompaction(
	path: readonly PathStep[],
	budget: KeepBudget & { readonly tokensBefore: number; readonly tools?: readonly ToolTraits[] },
): Preparation {
	if (endsCompacted(path)) throw new CompactionRefusal("Already compacted");
	const { compaction, steps } = visiblePath(path);
	const items = withReplacements(steps).map((step) => ({ id: step.id, message: messageOfStep(step) }));
	const cut = findCut(items, budget);
	const firstKept = cut && items[cut.firstKept];
	if (!cut || !firstKept) throw new CompactionRefusal("Nothing to compact (session too small)");
	const messages = (from: number, to?: number) => items.slice(from, to).flatMap(({ message }) => message ?? []);
	return {
		firstKeptEntryId: firstKept.id,
		history: messages(0, cut.turnStart),
		turnPrefix: messages(cut.turnStart, cut.firstKept),
		kept: messages(cut.firstKept),
		tokensBefore: budget.tokensBefore,
		previousSummary: compaction && withoutFilesTag(compaction.summary),
		previousPreserveData: compaction?.preserveData,
		files: fileActivity(path, budget.tools),
	};
}

/** No message since the last compaction. */
function endsCompacted(path: readonly PathStep[]): boolean {
	const last = path.findLast(({ type }) => type === "compaction" || type === "reset_boundary" || saysSomething(type));
	return last?.type === "compaction";
}

function saysSomething(type: string): boolean {
	return type === "message" || type === "custom_message" || type === "branch_summary";
}
