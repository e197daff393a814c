import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { readMark } from "@oh-my-pi/pi-tools/checkpoint/results";
import type { OpenCheckpoint } from "@oh-my-pi/pi-tools/services/checkpoints";

/** An open checkpoint. */
export interface MarkedPoint {
	readonly goal: string;
	readonly startedAt: string;
	/** The last entry that a rewind keeps. */
	readonly entryId: string;
}

export const rewindReportType = "rewind-report";

/** The latest successful checkpoint of a path that no rewind has closed. */
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
	return readMark(entry.message);
}

/** All results of a turn stay together: providers reject a call without a result. */
function endOfBatch(path: readonly PathStep[], index: number): string {
	let last = path[index];
	for (const step of path.slice(index + 1)) {
		if (step.role === "toolResult") last = step;
		else if (step.type !== "custom") break;
	}
	return last?.id ?? "";
}
