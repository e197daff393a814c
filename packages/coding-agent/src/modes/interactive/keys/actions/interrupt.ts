import type { DraftPort, LoopPort, SubmitPort, WorkPort } from "../../../../commands/contract/screen-ports.ts";
import { inputSettings } from "../../../../settings/sections/screen/input.ts";
import { withoutRunMark } from "../../input/user-run/parse-user-run.ts";
import type { Action, ScreenControl, SessionPort } from "./action.ts";
import { dequeue } from "./draft-actions.ts";

/** Two presses within this time count as one double press. */
const doublePressMs = 500;

export type Stopping = SessionPort & DraftPort & WorkPort & LoopPort & Pick<ScreenControl, "endReset">;

/**
 * Aborts what runs: the user's own command first, then the model. When idle it makes a command a prompt again, and pressed twice
 * it opens what the settings say.
 */
export function interrupt(): Action<Stopping & SubmitPort> {
	let pressedAt = Number.NEGATIVE_INFINITY;
	return (ports) => {
		const { session, draft } = ports;
		// The list of completions closes first.
		if (draft.isCompleting) return false;
		if (stopWork(ports)) return true;
		const prompt = withoutRunMark(draft.text);
		if (prompt !== undefined) {
			draft.setText(prompt);
			return true;
		}
		const now = session.host.now();
		const isDouble = draft.isEmpty && now - pressedAt < doublePressMs;
		pressedAt = isDouble ? Number.NEGATIVE_INFINITY : now;
		return isDouble && openForDoublePress(ports);
	};
}

/** Stops what runs, if anything does: the user's own command first, then the model, then a loop. */
export function stopWork(ports: Stopping): boolean {
	const { conversation, shell } = ports.session;
	if (ports.endReset()) return true;
	if (shell.isRunning) shell.abort();
	else if (conversation.isStreaming) abortModel(ports);
	else if (ports.loop.isOn) ports.loop.end("Loop stopped");
	else return false;
	return true;
}

function abortModel(ports: Stopping): void {
	// What was queued would start the next run at once; the user wants to stop.
	dequeue(ports);
	void ports.attempt(() => ports.session.conversation.submit({ type: "abort" }));
}

function openForDoublePress({ session, submit }: SessionPort & SubmitPort): boolean {
	const action = session.settings.get(inputSettings.doubleEscapeAction);
	if (action === "none") return false;
	void submit(`/${action}`);
	return true;
}
