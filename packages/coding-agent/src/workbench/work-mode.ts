import type { SymbolKey } from "@oh-my-pi/pi-tui/theme/symbols.data";
import type { OpenedConversation } from "./opened-conversation.ts";

/** What a session is busy with beyond answering, as the status line shows it. */
export interface ShownMode {
	readonly symbol: SymbolKey;
	readonly text: string;
	/** Limits what may be done, so it is shown before anything else. */
	readonly isLimit?: true;
}

/** A way of working that the user or a client switches on and off, as plan mode is. */
export interface WorkMode {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	/** The slash command that switches it. */
	readonly command: string;
	/** False where the settings switch it off. */
	isOffered(session: OpenedConversation): boolean;
	isActive(session: OpenedConversation): boolean;
	/** Why it cannot be entered now. */
	whyRefused(session: OpenedConversation): string | undefined;
	enter(session: OpenedConversation): Promise<void>;
	leave(session: OpenedConversation): Promise<void>;
}

/** A part of the greeting, with a heading. */
export interface WelcomeSection {
	readonly title: string;
	/** Asked whenever it is drawn. */
	readonly rows: () => readonly WelcomeRow[];
}

export interface WelcomeRow {
	/** Plain text. */
	readonly text: string;
	/** `idle`: nothing runs for it, so it is shown dim. */
	readonly state: "running" | "idle" | "problem";
}

/** What a feature may do at a screen, where somebody reads and answers. */
export interface ScreenAccess {
	/** Handles a line as if it had been typed and sent. */
	readonly submit: (line: string) => Promise<void>;
	/** Shows an error instead of throwing it. */
	readonly attempt: (work: () => Promise<void>) => Promise<void>;
}
