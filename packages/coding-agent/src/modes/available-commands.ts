import { type Commands, namesOf } from "../commands/commands.ts";
import type { AvailableCommand } from "../rpc-protocol/frames.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { freeFileCommands } from "./free-file-commands.ts";

/** Commands that need no screen, then prompts in files whose names are still free. */
export async function availableCommands(session: OpenedConversation, commands: Commands): Promise<AvailableCommand[]> {
	const usable = (await commands.list()).filter(({ run }) => run !== undefined);
	const reserved = new Set(usable.flatMap(namesOf));
	const known = usable.map(
		({ name, aliases, summary, hint, subcommands, source }): AvailableCommand => ({
			name,
			...(aliases && { aliases }),
			description: summary,
			source: source ?? "builtin",
			...(hint !== undefined && { input: { hint } }),
			...(subcommands && {
				subcommands: subcommands.map(({ summary: description, ...rest }) => ({ ...rest, description })),
			}),
		}),
	);
	const files = (await freeFileCommands(session, reserved)).map(
		({ name, description, hint, source }): AvailableCommand => ({
			name,
			description,
			source: source ?? "file",
			...(hint !== undefined && { input: { hint } }),
		}),
	);
	return [...known, ...files];
}
