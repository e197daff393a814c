import { finalStates, type Task, type TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { shortDuration } from "@oh-my-pi/pi-utils/text/short-number";
import { money } from "./money.ts";

export function isFinal({ state }: Pick<Task, "state">): boolean {
	return finalStates.includes(state);
}

/** One line on what it is doing, or how it ended. */
export function taskNote(task: Task): string {
	const { result, progress, state, isPaused } = task;
	if (result)
		return oneLine(
			result.reason === undefined ? resultWords(task) || result.message : `${result.reason}: ${result.message}`,
		);
	if (progress.question && state === "waiting") return `asks: ${oneLine(progress.question.text)}`;
	if (isPaused) return state === "queued" ? "paused" : "paused after this turn";
	return oneLine(progress.status ?? "");
}

/** What was delivered, in a few words. */
export function resultWords({ result }: Pick<Task, "result">): string {
	if (!result) return "";
	const { files, branch, pullRequest, json } = result;
	return [
		...(files ? [`${files.changed} ${files.changed === 1 ? "file" : "files"} +${files.added} −${files.removed}`] : []),
		...(pullRequest !== undefined ? [pullRequest] : branch !== undefined ? [`branch ${branch}`] : []),
		...(json !== undefined ? [oneLine(JSON.stringify(json), 80)] : []),
	].join(", ");
}

export function taskTime({ startedAt, endedAt }: Pick<Task, "startedAt" | "endedAt">, now: number): string {
	return startedAt === undefined ? "" : shortDuration(Math.max(0, (endedAt ?? now) - startedAt));
}

export function taskCost({ progress }: Pick<Task, "progress">): string {
	return progress.usd === 0 ? "" : money(progress.usd);
}

/** A task as programs get it. Its prompt and everything else of its file are in `spec`. */
export function taskJson(task: Task): Readonly<Record<string, unknown>> {
	const { progress, result, ...rest } = task;
	const { log, changes, delivering, live, ...shown } = progress;
	return {
		...rest,
		progress: {
			...shown,
			...(live && !isFinal(task) && { live }),
			logBytes: log.reduce((sum, { bytes }) => sum + bytes, 0),
		},
		...(result && { result }),
	};
}

export const stateOrder: readonly TaskState[] = ["running", "waiting", "queued", "failed", "cancelled", "done"];

/** Cells in columns that are as wide as they must be; the last one is left as it is. */
export function alignColumns(rows: ReadonlyArray<readonly string[]>, numeric: readonly number[] = []): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) =>
				numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
			)
			.join("  ")
			.trimEnd(),
	);
}
