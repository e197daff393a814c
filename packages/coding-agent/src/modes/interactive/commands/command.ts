import type { NoticeLevel } from "../../../conversation/event/event.ts";
import type { CommandGroup } from "../../../text-commands/text-command.ts";
import type { Session } from "../../../workbench/session.ts";
import type { Mode } from "../mode.ts";

/** What a command may use. */
export interface CommandContext extends Mode {
	/** The words after the command's name. */
	readonly args: string;
}

/** What should happen next; the mode does it. */
export type CommandOutcome =
	| { readonly kind: "done" }
	| { readonly kind: "notice"; readonly level: NoticeLevel; readonly text: string }
	/** Another history is to be shown from here on. */
	| { readonly kind: "session-changed"; readonly text: string }
	/** Goes on to the model as if it had been typed. */
	| { readonly kind: "prompt"; readonly text: string; readonly notice?: string }
	| { readonly kind: "quit" };

/** What may follow a command's name. */
export interface Argument {
	readonly name: string;
	readonly summary?: string;
}

/** A slash command of the interactive mode. */
export interface Command {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	/** In which part of `/help` it is listed. */
	readonly group: CommandGroup;
	/** What may follow the name, as in `[count|duration] [prompt]`. */
	readonly hint?: string;
	readonly subcommands?: readonly Argument[];
	/** Refused while the model works. */
	readonly needsRest?: true;
	/** Said in place of the summary where the state of things tells more: `Plan: off`. */
	describe?(session: Session): string | undefined;
	/** What could follow the name, given what is there already. */
	complete?(typed: string, session: Session): Promise<readonly Argument[]>;
	run(context: CommandContext): Promise<CommandOutcome>;
}

export function notice(text: string, level: NoticeLevel = "info"): CommandOutcome {
	return { kind: "notice", level, text };
}
