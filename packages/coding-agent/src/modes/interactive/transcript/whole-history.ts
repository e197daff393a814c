import { contextOfPath, type PathStep } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Block } from "./block.ts";
import { replay } from "./replay.ts";

/** Enough to be worth a look at the clock, little enough to be drawn between two keys. */
const stepsAtOnce = 40;

interface HistorySlice {
	readonly blocks: readonly Block[];
	/** How many messages there are from here to the end. */
	readonly messagesLeft: number;
}

/** Everything a session says, a few turns at a time: what is on disk is read when its turn comes. */
export function* wholeHistory(log: Pick<SessionLog, "path">, newId: () => string): Generator<HistorySlice> {
	const path = log.path();
	let messagesLeft = messagesIn(path);
	for (const steps of byTurns(path)) {
		yield { blocks: replay(contextOfPath(steps, { transcript: true }).messages, newId), messagesLeft };
		messagesLeft -= messagesIn(steps);
	}
}

function messagesIn(steps: readonly PathStep[]): number {
	return steps.filter(({ role }) => role !== undefined).length;
}

/** A call and its result stay together, and so do the calls of one turn. */
function* byTurns(path: readonly PathStep[]): Generator<readonly PathStep[]> {
	let from = 0;
	for (const [index, { role }] of path.entries()) {
		if (role !== "user" || index - from < stepsAtOnce) continue;
		yield path.slice(from, index);
		from = index;
	}
	if (from < path.length) yield path.slice(from);
}
