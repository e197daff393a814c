import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Session } from "../../app/compose-session.ts";
import type { NoticeLevel } from "../../conversation/event.ts";
import type { Ask } from "../../dialogs/dialog.ts";
import type { LoginDesk } from "./login/run-login.ts";
import type { Look } from "./look.ts";
import type { PromptLoop } from "./loop/prompt-loop.ts";
import type { Submission } from "./submit-line.ts";

/** What the user has switched about the look of the transcript. */
export interface DisplayState {
	expanded: boolean;
	showThinking: boolean;
	showTools: boolean;
	/** The models one goes through with a key, while they are shown. */
	modelChips?: { readonly names: readonly string[]; readonly current: number };
}

/** What is being written, as those see it who may change it. */
export interface Draft {
	readonly text: string;
	readonly isEmpty: boolean;
	/** A list of completions is open. */
	readonly isCompleting: boolean;
	setText(text: string): void;
	/** The draft as it would be sent; it is empty afterwards. */
	take(): string;
	/** Throws it away; the up key still finds it. */
	discard(): void;
	/** The line with the caret. */
	readonly line: string;
	/** The text with large pastes put in. */
	readonly expandedText: string;
	/** The images whose markers are in it. */
	readonly images: readonly ImageContent[];
	/** At the caret, exactly as it is. */
	insert(text: string): void;
	/** At the caret; a large text becomes a marker. */
	paste(text: string): void;
	attach(image: ImageContent, size: { readonly width: number; readonly height: number }): void;
	/** Does to the text what a key bound to this action would. */
	perform(action: string): void;
	moveCaret(to: "start" | "end"): void;
}

/** The interactive mode as commands and keys see it. */
export interface Mode {
	readonly session: Session;
	readonly look: Pick<Look, "theme" | "preview" | "appearance">;
	readonly keymap: Keymap;
	readonly display: DisplayState;
	/** The status line as it is now. */
	readonly statusLine: (width: number) => string;
	readonly draft: Draft;
	readonly ask: Ask;
	/** Puts a text on the clipboard, where the terminal can. */
	readonly copy: (text: string) => void;
	/** Best effort; whoever calls shows the address as well. */
	readonly openBrowser: (url: string) => void;
	/** Says something on screen that is not part of the conversation. */
	readonly notify: (level: NoticeLevel, text: string) => void;
	/** Takes a line as if it had been typed and sent. */
	readonly submit: (line: string, submission?: Submission) => Promise<void>;
	/** What says the same again and again. */
	readonly loop: PromptLoop;
	readonly logins: LoginDesk;
	/** Does something that may fail; what goes wrong is said on screen, never thrown at the terminal. */
	readonly attempt: (work: () => Promise<void>) => Promise<void>;
	/** Says what is going on while it does. */
	readonly during: <Result>(activity: string, work: () => Promise<Result>) => Promise<Result>;
	/** Another history counts from here on: it is shown below what scrolled by. */
	readonly showSession: (text: string) => void;
	/** Draws the transcript again, because the display has changed. */
	readonly redraw: () => void;
	/** Gives the terminal away while something else uses it. */
	readonly withoutScreen: <Result>(work: () => Promise<Result>) => Promise<Result>;
	/** Clears the terminal and draws everything anew. */
	readonly resetScreen: () => void;
	/** Lets it be, but for the end; true when that was going on. */
	readonly endReset: () => boolean;
	/** Ctrl+Z. */
	readonly suspend: () => void;
	readonly quit: () => void;
}
