import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { HandoffError } from "../../conversation/compaction/handoff.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const handoffCommand: Command = {
	name: "handoff",
	summary: "Start a new session with a summary",
	group: "conversation",
	hint: "[focus]",
	needsIdle: true,
	screen: {
		async run({ session: { conversation }, args }, { during, appearance }) {
			try {
				await during("Generating handoff… (esc to cancel)", () => conversation.handoff(args || undefined));
			} catch (error) {
				if (error instanceof HandoffError) return notice(error.message);
				return notice(`Handoff failed: ${errorMessage(error)}`, "error");
			}
			const text = `${appearance.theme.symbol("status.success")} New session started with handoff context`;
			return { kind: "session-changed", text };
		},
	},
};
