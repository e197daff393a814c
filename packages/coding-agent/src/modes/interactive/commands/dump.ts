import { dumpConversation, nothingToDump, dumpCommand as textCommand } from "../../../text-commands/dump.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const dumpCommand: Command = {
	...fromTextCommand(textCommand),
	summary: "Copy the whole conversation as text",
	async run({ session, copy }) {
		const dumped = await dumpConversation(session);
		if (!dumped) return notice(nothingToDump);
		copy(dumped.text);
		return notice(`Transcript copied to clipboard.\nRequest: ${dumped.requestPath}`);
	},
};
