import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { EditorFiles } from "@oh-my-pi/pi-tools/files/mutate/editor-files";
import type { CommandTerminal } from "@oh-my-pi/pi-tools/services/command-terminal";
import type { ConsolePort } from "@oh-my-pi/pi-tools/services/console-port";
import type { QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import type { ApprovalPort } from "../../conversation/approval/approval-question.ts";

export interface UserDialogOptions {
	readonly signal?: AbortSignal;
	/** The choice that the cursor is on at first. */
	readonly current?: string;
	/** What is in the field at first. */
	readonly text?: string;
	/** An empty answer is one. */
	readonly mayBeEmpty?: boolean;
	/** It comes right after an answer, so the user is not typing anything else. */
	readonly isExpected?: boolean;
}

/** Questions that others than the model ask, such as MCP servers. The first line of a title is its heading. */
export interface UserDialogs {
	/** Somebody looks at a screen of ours; otherwise a host shows each question in its own way. */
	readonly isTerminal: boolean;
	select(title: string, choices: readonly string[], options?: UserDialogOptions): Promise<string | undefined>;
	input(title: string, placeholder: string | undefined, options?: UserDialogOptions): Promise<string | undefined>;
	/** Best effort; the question has shown the address. */
	openUrl(url: string): void;
	/** Asks whether to open a page and opens it, where a host has its own way to do both. */
	visit?(
		page: { readonly url: string; readonly message: string },
		options: { readonly signal: AbortSignal },
	): Promise<"accept" | "decline" | "cancel">;
}

/** What a mode offers to code that needs the user. */
export interface FrontEndPorts {
	readonly approve?: ApprovalPort | undefined;
	readonly ask?: QuestionPort;
	/** Loaded when somebody asks. Absent where nobody can answer. */
	readonly dialogs?: () => Promise<UserDialogs>;
	/** Shows programs that need a terminal. */
	readonly console?: ConsolePort;
	/** Files as an editor has them. */
	readonly files?: EditorFiles;
	/** Runs commands in place of the shell. */
	readonly terminal?: CommandTerminal;
	/** Logs in where that takes a browser. */
	readonly logIn?: LogInPort;
	/** A run that no prompt has started could not be shown; what would start one waits for the next prompt. */
	readonly holdsRuns?: true;
}

/** The mode as tools and approvals see it; empty until one connects. */
export class FrontEnd {
	#connected: FrontEndPorts = {};
	#wrap: ((ports: FrontEndPorts) => FrontEndPorts) | undefined;

	connect(ports: FrontEndPorts): void {
		this.#connected = ports;
	}

	/** Lets others answer too; gives the function that ends it. */
	wrap(wrap: (ports: FrontEndPorts) => FrontEndPorts): () => void {
		this.#wrap = wrap;
		return () => {
			if (this.#wrap === wrap) this.#wrap = undefined;
		};
	}

	get #ports(): FrontEndPorts {
		return this.#wrap?.(this.#connected) ?? this.#connected;
	}

	get approve(): ApprovalPort | undefined {
		return this.#ports.approve;
	}

	get ask(): QuestionPort | undefined {
		return this.#ports.ask;
	}

	get dialogs(): (() => Promise<UserDialogs>) | undefined {
		return this.#ports.dialogs;
	}

	get console(): ConsolePort | undefined {
		return this.#ports.console;
	}

	get files(): EditorFiles | undefined {
		return this.#ports.files;
	}

	get terminal(): CommandTerminal | undefined {
		return this.#ports.terminal;
	}

	get holdsRuns(): boolean {
		return this.#ports.holdsRuns ?? false;
	}

	get logIn(): LogInPort | undefined {
		return this.#ports.logIn;
	}
}

/** Asks whether to log in, and does it; false when it did not happen. */
export type LogInPort = (request: LoginRequest, options: { readonly signal: AbortSignal }) => Promise<boolean>;

export interface LoginRequest {
	/** Where the login is, as in `Log in to …`. */
	readonly name: string;
	/** Asked before anything opens. */
	readonly question: string;
	run(ports: LoginPorts): Promise<void>;
}
