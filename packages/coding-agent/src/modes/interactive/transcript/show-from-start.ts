import { setImmediate as nextTurn } from "node:timers/promises";
import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import type { Session } from "../../../workbench/session.ts";
import { historyBlocks } from "./opening.ts";
import { shownMessages } from "./replay.ts";
import type { TranscriptPanel } from "./transcript-panel.ts";

/**
 * Clears the terminal and writes the transcript again. What is no longer kept comes from the session, unless the model is at
 * work: then what it does is not in there yet.
 */
export async function showFromStart(
	panel: TranscriptPanel,
	options: {
		readonly screen: Pick<Screen, "canReset" | "reset" | "requestRender">;
		readonly session: Session;
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
	const { wholeHistory } = await import("./whole-history.ts");
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
