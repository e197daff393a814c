import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { compactCommand as textCommand } from "../../../text-commands/compact.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

const plain = fromTextCommand(textCommand);

export const compactCommand: Command = {
	...plain,
	async run(context) {
		try {
			return await context.during("Compacting… (esc to cancel)", () => plain.run(context));
		} catch (error) {
			if (isAbort(error)) return notice("Compaction cancelled");
			throw error;
		}
	},
};
