import { inputSettings } from "../../../settings/sections/input.ts";
import type { Mode } from "../mode.ts";
import type { Action } from "./action.ts";
import { dequeue } from "./dequeue.ts";

/** Two presses within this time are one wish. */
const doublePressMs = 500;

/** Stops what runs: the user's own command first, then the model. Twice at rest it opens what the settings say. */
export function interrupt(): Action {
	let pressedAt = Number.NEGATIVE_INFINITY;
	return (mode) => {
		const { conversation, shell } = mode.session;
		// The list below the editor closes first.
		if (mode.draft.isCompleting) return false;
		if (shell.isRunning) {
			shell.abort();
			return true;
		}
		if (conversation.isStreaming) {
			stopModel(mode);
			return true;
		}
		const now = mode.session.host.now();
		const isDouble = mode.draft.isEmpty && now - pressedAt < doublePressMs;
		pressedAt = isDouble ? Number.NEGATIVE_INFINITY : now;
		return isDouble && openForDoublePress(mode);
	};
}

function stopModel(mode: Mode): void {
	// What was queued would start the next run at once; the user wants to stop.
	dequeue(mode);
	void mode.attempt(() => mode.session.conversation.submit({ type: "abort" }));
}

function openForDoublePress(mode: Mode): boolean {
	const action = mode.session.settings.get(inputSettings.doubleEscapeAction);
	if (action === "none") return false;
	void mode.submit(`/${action}`);
	return true;
}
