import type { QuestionPort } from "@oh-my-pi/pi-tools/ask/question";
import type { ConsolePort } from "@oh-my-pi/pi-tools/bash/console-port";
import type { ApprovalPort } from "../conversation/approval/approval-question.ts";

/** What a mode offers to code that needs the user. */
export interface FrontEndPorts {
	readonly approve?: ApprovalPort;
	readonly ask?: QuestionPort;
	/** Shows programs that need a terminal. */
	readonly console?: ConsolePort;
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
}
