import type { Commands } from "../commands/commands.ts";
import type { GuestFront } from "../workbench/guests.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** The mode is ready: extensions get their commands and hear that the session has started. Nothing where there are none. */
export async function beginGuests(
	{ workbench, conversation }: OpenedConversation,
	commands: Commands,
	front: GuestFront,
): Promise<void> {
	const { guests } = workbench;
	if (!guests) return;
	const { followGuestCommands } = await import("../commands/guest-commands.ts");
	await followGuestCommands(commands, guests, (message) => conversation.notify("warning", message, "extensions"));
	await guests.begin(front);
}
