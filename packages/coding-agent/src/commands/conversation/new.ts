import { newSession } from "../../conversation/operations/new-session.ts";
import type { Command } from "../contract/command.ts";

export const newCommand: Command = {
	name: "new",
	summary: "Start a new session",
	group: "conversation",
	screen: {
		async run({ session: { conversation } }, { appearance }) {
			if (!(await newSession(conversation))) return { kind: "done" };
			return { kind: "session-changed", text: `${appearance.theme.symbol("status.success")} New session started` };
		},
	},
};
