import { SessionListing } from "@oh-my-pi/pi-session/session-listing";
import { switchSession } from "../../../conversation/session/switch-session.ts";
import { sessionDialog } from "../dialogs/session-dialog.ts";
import type { Command } from "./command.ts";

export const resumeCommand: Command = {
	name: "resume",
	summary: "Go on with another session of this folder",
	group: "sessions",
	needsRest: true,
	async run({ session: { conversation }, ask }) {
		const { environment, file, cwd } = conversation.log;
		const others = new SessionListing(environment).list(cwd).filter(({ path }) => path !== file);
		if (others.length === 0) return { kind: "notice", level: "info", text: "No other sessions here" };
		const chosen = await ask(sessionDialog(others));
		if (!chosen || !(await switchSession(conversation, chosen))) return { kind: "done" };
		return { kind: "session-changed", text: `Resumed ${conversation.log.name ?? conversation.log.id}` };
	},
};
