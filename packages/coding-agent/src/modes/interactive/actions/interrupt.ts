import { inputSettings } from "../../../settings/sections/input.ts";
import type { Mode } from "../mode.ts";
import { withoutRunMark } from "../user-run/parse-user-run.ts";
import type { Action } from "./action.ts";
import { dequeue } from "./dequeue.ts";

/** Two presses within this time are one wish. */
const doublePressMs = 500;

/**
 * Stops what runs: the user's own command first, then the model. At rest it makes a command a prompt again, and pressed twice
 * it opens what the settings say.
 */
export function interrupt(): Action {
	let pressedAt = Number.NEGATIVE_INFINITY;
	return (mode) => {
		const { conversation, shell } = mode.session;
		// The list below the editor closes first.
		if (mode.draft.isCompleting) return false;
		if (mode.endReset()) return true;
		if (shell.isRunning) {
			shell.abort();
			return true;
		}
		if (conversation.isStreaming) {
			stopModel(mode);
			return true;
		}
		const prompt = withoutRunMark(mode.draft.text);
		if (prompt !== undefined) {
			mode.draft.setText(prompt);
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
