import type { Session } from "../../workbench/session.ts";
import type { Draft } from "./mode.ts";

/** What was being written goes with the session; nothing is left of a draft that was sent. */
export function saveDraft(draft: Pick<Draft, "expandedText">, { log, conversation }: Session): void {
	try {
		log.saveDraft(draft.expandedText);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		conversation.notify("warning", `The draft could not be saved: ${why}`);
	}
}

/** Puts back what was being written when the session was left, unless something is there already. */
export function restoreDraft(draft: Pick<Draft, "isEmpty" | "setText">, { log }: Session): void {
	if (!draft.isEmpty) return;
	const text = log.consumeDraft();
	if (text) draft.setText(text);
}
