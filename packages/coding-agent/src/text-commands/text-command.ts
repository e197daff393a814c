import type { Session } from "../workbench/session.ts";

/** Under which heading help lists commands, in this order. */
export const commandGroups = {
	model: "Model and modes",
	conversation: "Conversation and context",
	sessions: "Sessions",
	system: "Configuration and system",
	prompts: "Prompts",
} as const;

export type CommandGroup = keyof typeof commandGroups;

/** What a command says that cannot be carried out while the model works. */
export const waitForRest = "Wait for the current response to finish or press Esc to abort it.";

/** A slash command that needs no screen: it works wherever text can be sent. */
export interface TextCommand {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly description: string;
	readonly group: CommandGroup;
	/** Refused while the model works. */
	readonly needsRest?: true;
	/** What may follow the name. */
	readonly hint?: string;
	readonly subcommands?: ReadonlyArray<{
		readonly name: string;
		readonly description: string;
		readonly usage?: string;
	}>;
	/** Said in place of the description where the state of things tells more: `Fast: off`. */
	describe?(session: Session): string | undefined;
	/** What could follow the name, given what is there already. */
	complete?(
		typed: string,
		session: Session,
	): Promise<ReadonlyArray<{ readonly name: string; readonly summary?: string }>>;
	run(args: string, session: Session): Promise<TextOutcome>;
}

/** What a command came to. */
export interface TextOutcome {
	readonly output?: string;
	/** Goes on to the model as a prompt. */
	readonly prompt?: string;
	/** What of the configuration is different now. */
	readonly changed?: Readonly<Record<string, unknown>>;
}

/** A line that calls a command, with the words after its name; anything else is a prompt. */
export function parseCall(
	line: string,
	commands: readonly TextCommand[],
): { command: TextCommand; args: string } | undefined {
	const match = /^\/([a-z][a-z0-9-]*)(?:[\s:]([\s\S]*))?$/.exec(line.trim());
	if (!match) return undefined;
	const [, called = "", rest = ""] = match;
	const command = commands.find(({ name, aliases }) => name === called || aliases?.includes(called));
	return command && { command, args: rest.trim() };
}
