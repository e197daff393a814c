import { compactCommand as textCommand } from "../../../text-commands/compact.ts";
import type { Command } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

const plain = fromTextCommand(textCommand);

export const compactCommand: Command = {
	...plain,
	run: (context) => context.during("Compacting…", () => plain.run(context)),
};
