import type { Commands } from "../commands/commands.ts";
import type { ExtensionFrontEnd } from "../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** The mode is ready: extensions get their commands and hear that the session has started. Nothing where there are none. */
export async function startExtensions(
	{ workbench, conversation }: OpenedConversation,
	commands: Commands,
	front: ExtensionFrontEnd,
): Promise<void> {
	const { extensionHost: extensions } = workbench.features;
	if (!extensions) return;
	const { syncExtensionCommands } = await import("../commands/extension-commands.ts");
	await syncExtensionCommands(commands, extensions, (message) => conversation.notify("warning", message, "extensions"));
	await extensions.begin(front);
}
