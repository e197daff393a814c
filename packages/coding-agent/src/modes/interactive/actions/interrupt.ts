import type { Action } from "./action.ts";
import { dequeue } from "./dequeue.ts";

/** Stops what runs: the user's own command first, then the model. */
export const interrupt: Action = (mode) => {
	const { conversation, shell } = mode.session;
	// The list below the editor closes first.
	if (mode.draft.isCompleting) return false;
	if (shell.isRunning) {
		shell.abort();
		return true;
	}
	if (!conversation.isStreaming) return false;
	// What was queued would start the next run at once; the user wants to stop.
	dequeue(mode);
	void mode.attempt(() => conversation.submit({ type: "abort" }));
	return true;
};
