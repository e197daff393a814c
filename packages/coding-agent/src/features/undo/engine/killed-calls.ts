import { changeTime } from "../apply/disk-state.ts";
import type { BytePath } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";
import type { History } from "../journal/history.ts";
import { aliveMarginMs } from "../store/alive-sign.ts";
import type { RunningCall } from "./running-calls.ts";

interface KilledCalls {
	readonly calls: readonly RunningCall[];
	/** What changed until omp was last alive is theirs; what changed later is the user's. */
	divide(changes: readonly FileChange[]): {
		readonly theirs: readonly FileChange[];
		readonly later: readonly FileChange[];
	};
}

/** Calls that a killed omp had begun. `lastAlive`: when it gave its last sign of life. */
export function findKilledCalls(
	{ openCalls, openBefore }: Pick<History, "openCalls" | "openBefore">,
	running: ReadonlyMap<string, RunningCall>,
	lastAlive: number | undefined,
): KilledCalls {
	// What was removed has no time; it counts as removed by the call, as bringing it back loses nothing.
	const isLater = (path: BytePath) => {
		const changed = changeTime(path);
		return lastAlive !== undefined && changed !== undefined && changed > lastAlive + aliveMarginMs;
	};
	const calls = openCalls
		.filter(({ callId }) => !running.has(callId))
		.map((call): RunningCall => ({ ...call, announced: new Map(), changes: new Map() }));
	for (const { call, path, state } of openBefore) {
		if (!isLater(path)) calls.find(({ callId }) => callId === call)?.announced.set(path, state);
	}
	return {
		calls,
		divide(changes) {
			const { theirs = [], later = [] } = Object.groupBy(changes, ({ path }) => (isLater(path) ? "later" : "theirs"));
			return { theirs, later };
		},
	};
}
