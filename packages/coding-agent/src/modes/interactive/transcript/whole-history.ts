import { contextOfPath, type PathStep } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Block } from "./block.ts";
import { replay } from "./replay.ts";

/** Enough to be worth a look at the clock, little enough to be drawn between two keys. */
const stepsAtOnce = 40;

/** Everything a session says, a few turns at a time: what is on disk is read when its turn comes. */
export function* wholeHistory(log: Pick<SessionLog, "path">, newId: () => string): Generator<readonly Block[]> {
	for (const steps of byTurns(log.path())) {
		yield replay(contextOfPath(steps, { transcript: true }).messages, newId);
	}
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
