import type { CommandOutcome } from "./command.ts";

/** What a command says that cannot be carried out while the model works. */
export const waitForRest: CommandOutcome = {
	kind: "notice",
	level: "warning",
	text: "Wait for the current response to finish or press Esc to abort it.",
};
