import type { PathStep } from "@oh-my-pi/pi-session/context";
import { markOf, type OpenCheckpoint } from "@oh-my-pi/pi-tools/checkpoint/results";

/** A mark in the conversation that no report has closed. */
export interface MarkedPoint {
	readonly goal: string;
	readonly startedAt: string;
	/** The last entry that stays when everything since is dropped. */
	readonly entryId: string;
}

export const rewindReportType = "rewind-report";

/** The open checkpoint of a path: the latest one that succeeded, unless a report came later. */
export function openCheckpoint(path: readonly PathStep[]): MarkedPoint | undefined {
	for (let index = path.length - 1; index >= 0; index--) {
		const step = path[index];
		if (!step) continue;
		if (isReport(step)) return undefined;
		const mark = markAt(step);
		if (mark) return { ...mark, entryId: endOfBatch(path, index) };
	}
	return undefined;
}

function isReport(step: PathStep): boolean {
	const entry = step.type === "custom_message" ? step.entry() : undefined;
	return entry?.type === "custom_message" && entry.customType === rewindReportType;
}

function markAt(step: PathStep): OpenCheckpoint | undefined {
	const entry = step.role === "toolResult" ? step.entry() : undefined;
	if (entry?.type !== "message" || entry.message.role !== "toolResult") return undefined;
	return markOf(entry.message);
}

/** A turn's results stay together: a call without its result is no history a model accepts. */
function endOfBatch(path: readonly PathStep[], index: number): string {
	let last = path[index];
	for (const step of path.slice(index + 1)) {
		if (step.role === "toolResult") last = step;
		else if (step.type !== "custom") break;
	}
	return last?.id ?? "";
}
