import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { CommandOutcome } from "./outcome.ts";
import type { ScreenPorts } from "./screen-ports.ts";

/** The headings of help, in this order. */
export const commandGroups = {
	model: "Model and modes",
	conversation: "Conversation and context",
	sessions: "Sessions",
	system: "Configuration and system",
	prompts: "Prompts",
} as const;

export type CommandGroup = keyof typeof commandGroups;

/** What may follow a command's name. */
export interface Argument {
	readonly name: string;
	readonly summary?: string;
}

export interface Subcommand {
	readonly name: string;
	readonly summary: string;
	readonly usage?: string;
}

/** A command as it was called. */
export interface CommandCall {
	/** The words after the name. */
	readonly args: string;
	readonly session: OpenedConversation;
	/** All commands there are. */
	readonly commands: { list(): Promise<readonly Command[]> };
}

interface CommandFacts {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	/** The part of `/help` that lists it. */
	readonly group: CommandGroup;
	/** What may follow the name, as in `[count|duration] [prompt]`. */
	readonly hint?: string;
	readonly subcommands?: readonly Subcommand[];
	/** Refused while the model works. */
	readonly needsIdle?: true;
	/** Who added it; built in unless told otherwise. */
	readonly source?: "extension" | "skill" | "custom";
	/** The current state in a few words, shown behind the summary: `off`. */
	describe?(session: OpenedConversation): string | undefined;
	/** What could follow the name, given what is there already. */
	complete?(typed: string, session: OpenedConversation): Promise<readonly Argument[]>;
}

/** What a command does at a terminal, where it can ask, copy and draw. */
export interface ScreenPart {
	/** At a terminal it may do something else than over RPC. */
	readonly summary?: string;
	readonly hint?: string;
	complete?(typed: string, session: OpenedConversation, ports: ScreenPorts): Promise<readonly Argument[]>;
	run(call: CommandCall, ports: ScreenPorts): Promise<CommandOutcome>;
}

/**
 * A slash command. `run` works wherever text can be sent: over RPC, in print mode and at a terminal. With `screen` it does that at a
 * terminal instead; a command that has only `screen` does not exist elsewhere.
 */
export type Command = CommandFacts &
	(
		| { run(call: CommandCall): Promise<CommandOutcome>; readonly screen?: ScreenPart }
		| { readonly run?: undefined; readonly screen: ScreenPart }
	);

/** Throws for words after a command that takes none. Commands of extensions get whatever was typed. */
export function refuseNeedlessWords(command: Command, args: string): void {
	if (args === "" || command.source !== undefined) return;
	if (command.hint || command.subcommands || command.complete) return;
	throw new Error(`/${command.name} takes no words after it; got "${firstLine(args)}".`);
}

const maxShown = 40;

function firstLine(text: string): string {
	const [line = ""] = text.split("\n");
	return line.length > maxShown || line !== text ? `${line.slice(0, maxShown)}…` : line;
}

/** The command as a user at a terminal knows it. */
export function atTerminal(command: Command): Command {
	const { summary = command.summary, hint = command.hint } = command.screen ?? {};
	return { ...command, summary, ...(hint !== undefined && { hint }) };
}
