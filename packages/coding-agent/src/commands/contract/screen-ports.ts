import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { ActionTable, Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Appearance } from "@oh-my-pi/pi-tui/terminal/background";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { NoticeLevel } from "../../conversation/event/event.ts";
import type { Ask } from "../../dialogs/contract/dialog.ts";
import type { CommandOutcome } from "./outcome.ts";
import type { PromptLoop } from "./prompt-loop.ts";

/** Opens dialogs. */
export interface DialogPort {
	readonly ask: Ask;
}

/** Shows messages that are not part of the conversation. */
export interface NoticePort {
	readonly notify: (level: NoticeLevel, text: string) => void;
}

export interface ClipboardPort {
	/** Puts a text on the clipboard, where the terminal or the desktop can. */
	readonly copy: (text: string) => void;
}

export interface BrowserPort {
	/** Best effort; the caller shows the address as well. */
	readonly openBrowser: (url: string) => void;
}

/** The text in the editor. */
export interface Draft {
	readonly text: string;
	readonly isEmpty: boolean;
	/** A list of completions is open. */
	readonly isCompleting: boolean;
	setText(text: string): void;
	/** The draft as it would be sent; it is empty afterwards. */
	take(): string;
	/** Empties the editor; the up key still finds the text. */
	discard(): void;
	/** The line with the caret. */
	readonly line: string;
	/** The text with large pastes put in. */
	readonly expandedText: string;
	/** The images whose markers are in it. */
	readonly images: readonly ImageContent[];
	/** At the caret, exactly as it is. */
	insert(text: string): void;
	/** At the caret; a large text becomes a marker, which names the number of lines. */
	paste(text: string, lineCount?: number): void;
	attach(image: ImageContent, size: { readonly width: number; readonly height: number }): void;
	/** Does to the text what a key bound to this action would. */
	perform(action: string): void;
	moveCaret(to: "start" | "end"): void;
}

export interface DraftPort {
	readonly draft: Draft;
}

/** How a line is sent. */
export interface Submission {
	/** When the model gets it while it works. */
	readonly as?: "steer" | "follow_up";
	readonly images?: readonly ImageContent[];
}

export interface SubmitPort {
	/** Handles a line as if it had been typed and sent. */
	readonly submit: (line: string, submission?: Submission) => Promise<void>;
}

/** Runs work that takes a while or may fail. */
export interface WorkPort {
	/** Shows an error instead of throwing it. */
	readonly attempt: (work: () => Promise<void>) => Promise<void>;
	/** Shows what is being done until it is done. */
	readonly during: <Result>(activity: string, work: () => Promise<Result>) => Promise<Result>;
}

export interface HistoryPort {
	/** Shows the history of the session anew, below a heading, because another one is in force. */
	readonly showSession: (heading: string) => void;
}

export interface AppearancePort {
	readonly appearance: {
		readonly theme: Theme;
		/** Which of the two themes is in use. */
		readonly mode: Appearance;
		/** Shows a theme without choosing it; `undefined` goes back to the chosen one. */
		preview(name: string | undefined): Promise<void>;
		/** The names of all themes, built in and the user's own. */
		themes(): Promise<readonly ThemeChoice[]>;
		/** The status line as it is now. */
		statusLine(width: number): string;
	};
}

export interface ThemeChoice {
	readonly name: string;
	/** The background it was made for, or `yours`. */
	readonly note: string;
}

export interface KeyPort {
	readonly keys: {
		/** The keys in force. */
		readonly keymap: Keymap;
		/** Every action a key can be bound to. */
		readonly actions: ActionTable;
	};
}

export interface PrintPort {
	/** Prints text as it is; the terminal wraps what is too long, so that it is copied as one line. */
	readonly print: (text: string) => Promise<void>;
}

export interface TerminalPort {
	/** Gives the terminal to another program while it runs. */
	readonly withoutScreen: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface LoopPort {
	/** The prompt that is repeated, if there is one. */
	readonly loop: PromptLoop;
}

/** A login that still waits for the browser although its dialog was closed. */
export interface PendingLogin {
	cancel(): void;
	/** Continues with the address at which the browser ended. */
	finish(address: string): Promise<CommandOutcome>;
}

export interface LoginPort {
	readonly logins: { pending?: PendingLogin | undefined };
}

export interface HubPort {
	/** Shows the sub-agents of the session; `kinds` when the user wants to see which kinds there are instead. */
	readonly openHub: () => Promise<"kinds" | undefined>;
}

/** What the screen part of a command may use. A command takes only the ports it needs. */
export interface ScreenPorts
	extends DialogPort,
		NoticePort,
		ClipboardPort,
		BrowserPort,
		DraftPort,
		SubmitPort,
		WorkPort,
		HistoryPort,
		AppearancePort,
		KeyPort,
		TerminalPort,
		PrintPort,
		LoopPort,
		LoginPort,
		HubPort {}
