import { shareSettings } from "../settings/sections/collab.ts";
import { localSharePorts } from "../share/local-share-ports.ts";
import { ShareConsent } from "../share/share-consent.ts";
import { ShareError } from "../share/share-error.ts";
import { type SharePorts, shareSession } from "../share/share-session.ts";
import type { TextCommand } from "./text-command.ts";

export const shareCommandWith = (ports: SharePorts): TextCommand => ({
	name: "share",
	description: "Upload the session, encrypted, and get a link",
	group: "conversation",
	async run(args, session) {
		const { settings, agentDir, conversation } = session;
		if (args !== "" && args !== "confirm") throw new Error("Usage: /share");
		if (conversation.messages.length === 0) return { output: "Nothing to share yet." };
		const server = settings.get(shareSettings.serverUrl);
		const consent = new ShareConsent(agentDir);
		if (args === "confirm") await consent.give(server);
		if (server !== "" && !(await consent.isGiven(server))) {
			return { output: `This uploads the session, encrypted, to ${server}. To go ahead: /share confirm` };
		}
		try {
			return { output: `Shared: ${await shareSession(session, ports)}` };
		} catch (error) {
			if (!(error instanceof ShareError)) throw error;
			throw new Error(`${error.message} Use /export for a page of your own.`, { cause: error });
		}
	},
});

export const shareCommand = shareCommandWith(localSharePorts);
