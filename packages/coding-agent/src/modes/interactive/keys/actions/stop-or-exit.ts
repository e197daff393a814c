import { type Action, always, type HintPort, type ScreenControl } from "./action.ts";
import { type Stopping, stopWork } from "./interrupt.ts";

/** Two presses within this time quit; long enough to read that a second one would. */
const doublePressMs = 1500;

/**
 * Stops what runs, as Esc does. At rest it clears the draft and says what a second press does; a second press soon after, at
 * an empty prompt, quits.
 */
export function stopOrExit(): Action<Stopping & HintPort & Pick<ScreenControl, "quit">> {
	let pressedAt = Number.NEGATIVE_INFINITY;
	let wasStopping = false;
	return always((ports) => {
		const { session, draft, hint, quit } = ports;
		const isWorking = session.conversation.isStreaming || session.shell.isRunning;
		// Not everything that runs can be stopped at once.
		if (isWorking && wasStopping) hint("Stopping. Ctrl+D exits at once.", doublePressMs);
		wasStopping = isWorking;
		if (stopWork(ports)) {
			pressedAt = Number.NEGATIVE_INFINITY;
			return;
		}
		const now = session.host.now();
		const isSecond = draft.isEmpty && now - pressedAt < doublePressMs;
		if (isSecond) return quit();
		pressedAt = now;
		draft.discard();
		hint("Press Ctrl+C again to exit", doublePressMs);
	});
}
