import { setImmediate as nextTurn } from "node:timers/promises";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { contextOfPath, type PathStep } from "@oh-my-pi/pi-session/tree/context";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { TranscriptPanel } from "../draw/transcript-panel.ts";
import type { Block } from "../reduce/block.ts";
import { replay, shownMessages } from "../reduce/replay.ts";
import { historyBlocks } from "./opening.ts";

/**
 * Clears the terminal and writes the transcript again. What is no longer kept comes from the session, unless the model is at
 * work: then what it does is not in there yet.
 */
export async function showFromStart(
	panel: TranscriptPanel,
	options: {
		readonly screen: Pick<Screen, "canReset" | "reset" | "requestRender">;
		readonly session: OpenedConversation;
		/** What is shown is not of this session. */
		readonly isOther?: boolean;
		/** Leaves out what is not written yet, but for the end. */
		readonly signal: AbortSignal;
	},
): Promise<void> {
	const { screen, session, isOther = false, signal } = options;
	// What cannot be cleared would be there twice.
	if (!screen.canReset && !isOther) return;
	const isKept = !panel.isIncomplete && !isOther;
	if (isKept || session.conversation.isStreaming) return screen.reset();
	const slices = wholeHistory(session.log, () => panel.newId());
	using replaying = panel.beginAnew();
	screen.reset();
	for (const { blocks, messagesLeft } of slices) {
		if (replaying.isOver) return;
		// Where the end has begun already, nothing is left out by showing it.
		if (signal.aborted && messagesLeft > shownMessages) {
			const end = historyBlocks(session, () => panel.newId());
			return replaying.add(end.blocks, { isPart: true });
		}
		replaying.add(blocks);
		screen.requestRender();
		// Keys are heard in between.
		await nextTurn();
	}
}

/** Enough to be worth a look at the clock, little enough to be drawn between two keys. */
const stepsAtOnce = 40;

interface HistorySlice {
	readonly blocks: readonly Block[];
	/** How many messages there are from here to the end. */
	readonly messagesLeft: number;
}

/** Everything a session says, a few turns at a time: what is on disk is read when its turn comes. */
function* wholeHistory(log: Pick<SessionLog, "path">, newId: () => string): Generator<HistorySlice> {
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
