import type { BytePath, NodeState } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";
import type { OpenCall } from "../journal/history.ts";
import type { JournalRecord } from "../journal/record.ts";

/** A call between its begin and its end. */
export interface RunningCall extends OpenCall {
	/** Paths it announced, with what was there. */
	readonly announced: Map<BytePath, NodeState>;
	/** Changes that were recorded for it so far. */
	readonly changes: Map<BytePath, FileChange>;
}

/** By whom changes of one look were made. */
export interface Attribution {
	readonly calls: readonly RunningCall[];
	readonly changes: readonly FileChange[];
}

const rowsInRecord = 500;

/**
 * A change belongs to the calls that announced it; otherwise to all programs that run, since they cannot be told apart; otherwise
 * to the user.
 */
export function attribute(changes: readonly FileChange[], running: Iterable<RunningCall>): Attribution[] {
	const calls = [...running];
	const programs = calls.filter(({ exact }) => !exact);
	const groups = new Map<string, { calls: readonly RunningCall[]; changes: FileChange[] }>();
	for (const change of changes) {
		const announcers = calls.filter(({ announced }) => announced.has(change.path));
		const makers = announcers.length > 0 ? announcers : programs;
		const key = JSON.stringify(makers.map(({ callId }) => callId));
		const group = groups.get(key);
		if (group) group.changes.push(change);
		else groups.set(key, { calls: makers, changes: [change] });
	}
	return [...groups.values()];
}

/** The lines of a journal for a group. */
export function changeRecords({ calls, changes }: Attribution, firstNumber: number, at: number): JournalRecord[] {
	const records: JournalRecord[] = [];
	for (let start = 0; start < changes.length; start += rowsInRecord) {
		const rows = changes
			.slice(start, start + rowsInRecord)
			.map(({ path, before, after, inPlace }) => [path, before, after, inPlace ? 1 : 0] as const);
		records.push({
			type: "change",
			number: firstNumber + start,
			calls: calls.map(({ callId }) => callId),
			turn: calls[0]?.turn ?? "",
			tool: calls[0]?.tool ?? "",
			at,
			rows,
		});
	}
	return records;
}
