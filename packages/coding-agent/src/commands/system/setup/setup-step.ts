import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { AppearancePort } from "../../contract/screen-ports.ts";
import type { LoginPorts } from "../login/run-login.ts";

export type SetupPorts = LoginPorts & AppearancePort;

/** A step of the setup. */
export interface SetupStep {
	/** The version of omp's setup that brought it; whoever has seen that version is not shown it again. */
	readonly since: number;
	readonly title: string;
	readonly help: string | ((session: OpenedConversation) => string);
	/** It changes how things look, so something to look at is shown. */
	readonly showsSample?: true;
	/** `ask` puts its dialogs into the frame of the setup. */
	run(session: OpenedConversation, ports: SetupPorts): Promise<void>;
}
