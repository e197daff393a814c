import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../process/terminal/io.ts";
import type { CommandEntry } from "../../startup/command-entry.ts";
import type { ParsedArgs } from "../../startup/parse-args.ts";
import type { Prepared } from "../../startup/prepare-start.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** A session in memory for questions of a command, with the first of some models or roles that can be used. */
export interface HelperSession extends AsyncDisposable {
	readonly session: OpenedConversation;
	readonly model: Model | undefined;
}

/** The terminal with the user's theme and keys, for a command that draws a screen of its own. */
export interface CommandTerminal extends Disposable {
	readonly terminal: Terminal;
	/** Always behaves like the one that is in force; `onTheme` says when that is another. */
	readonly theme: Theme;
	readonly keymap: Keymap;
}

/** What a command of a feature cannot import, as sessions are made of features. */
export interface CommandPorts {
	/** Opens a session in memory without the user's extensions, hooks and servers. */
	openHelper(host: Host, models: readonly string[]): Promise<HelperSession>;
	/** The models and credentials of a session started here. */
	openRegistry(host: Host, args: ParsedArgs): Promise<ModelRegistry>;
	/** Nothing is written to the terminal yet. */
	openTerminal(
		prepared: Pick<Prepared, "host" | "settings" | "agentDir">,
		onTheme: () => void,
	): Promise<CommandTerminal>;
}

/** As a `CliCommand`, with what only the command line can make. */
export type FeatureCliCommand = (
	argv: readonly string[],
	host: Host,
	io: CliIo,
	ports: CommandPorts,
) => Promise<number>;

/** A subcommand that a feature brings. */
export interface FeatureCommandEntry extends Omit<CommandEntry, "load"> {
	readonly load: () => Promise<FeatureCliCommand>;
}
