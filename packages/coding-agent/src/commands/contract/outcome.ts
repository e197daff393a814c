import type { NoticeLevel } from "../../conversation/event/event.ts";

/** What should happen after a command has run; the mode does it. */
export type CommandOutcome =
	| { readonly kind: "done" }
	| NoticeOutcome
	/** Another history is to be shown from here on. */
	| { readonly kind: "session-changed"; readonly text: string }
	/** Goes on to the model as if it had been typed. */
	| { readonly kind: "prompt"; readonly text: string; readonly notice?: string }
	| { readonly kind: "quit" };

export interface NoticeOutcome {
	readonly kind: "notice";
	readonly level: NoticeLevel;
	readonly text: string;
	/** The configuration that is different now, for hosts. */
	readonly changed?: Readonly<Record<string, unknown>>;
}

export function notice(text: string, level: NoticeLevel = "info"): NoticeOutcome {
	return { kind: "notice", level, text };
}

/** The outcome of a command that was refused because the model is at work. */
export const waitForIdle = "Wait for the current response to finish or press Esc to abort it.";
