import { newSession } from "../../../conversation/session/new-session.ts";
import type { Command } from "./command.ts";

export const newCommand: Command = {
	name: "new",
	summary: "Start a new session",
	group: "conversation",
	async run({ session: { conversation } }) {
		const changed = await newSession(conversation);
		return changed ? { kind: "session-changed", text: "New session started" } : { kind: "done" };
	},
};
