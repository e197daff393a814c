import type { QuestionPort } from "@oh-my-pi/pi-tools/ask/question";
import type { CommandTerminal } from "@oh-my-pi/pi-tools/bash/command-terminal";
import type { ConsolePort } from "@oh-my-pi/pi-tools/bash/console-port";
import type { EditorFiles } from "@oh-my-pi/pi-tools/mutate/editor-files";
import type { ApprovalPort } from "../conversation/approval/approval-question.ts";

/** What a mode offers to code that needs the user. */
export interface FrontEndPorts {
	readonly approve?: ApprovalPort | undefined;
	readonly ask?: QuestionPort;
	/** Shows programs that need a terminal. */
	readonly console?: ConsolePort;
	/** Files as an editor has them. */
	readonly files?: EditorFiles;
	/** Runs commands in place of the shell. */
	readonly terminal?: CommandTerminal;
}

/** The mode as tools and approvals see it; empty until one connects. */
export class FrontEnd {
	#ports: FrontEndPorts = {};

	connect(ports: FrontEndPorts): void {
		this.#ports = ports;
	}

	get approve(): ApprovalPort | undefined {
		return this.#ports.approve;
	}

	get ask(): QuestionPort | undefined {
		return this.#ports.ask;
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
}
