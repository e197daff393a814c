import type { Action } from "./action.ts";

/** Two presses within this time leave. */
const doublePressMs = 500;

/** Clears what is being written; pressed twice it leaves. */
export function clearDraft(): Action {
	let clearedAt = Number.NEGATIVE_INFINITY;
	return (mode) => {
		const now = mode.session.host.now();
		if (now - clearedAt < doublePressMs) mode.quit();
		clearedAt = now;
		mode.draft.discard();
		return true;
	};
}
