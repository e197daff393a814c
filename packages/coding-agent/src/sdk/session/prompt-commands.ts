import { Commands } from "../../commands/commands.ts";
import { syncExtensionCommands } from "../../commands/extension-commands.ts";
import { lineCommands } from "../../commands/run-line.ts";
import type { InputOp } from "../../conversation/contract/op.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** What a program's prompts can call: commands of extensions and prompts in files. For built-in commands it has methods. */
export function promptCommands(session: OpenedConversation): NonNullable<InputOp["runCommand"]> {
	const { conversation, workbench } = session;
	const commands = new Commands(async () => []);
	const warn = (message: string) => conversation.notify("warning", message, "extensions");
	const ready =
		workbench.features.extensionHost && syncExtensionCommands(commands, workbench.features.extensionHost, warn);
	const run = lineCommands(session, commands, async ({ output }) => {
		if (output !== undefined) conversation.notify("info", output);
	});
	return async (input) => {
		await ready;
		return run(input);
	};
}
