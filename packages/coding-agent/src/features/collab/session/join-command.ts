import { join } from "node:path";
import type { Command } from "../../../commands/contract/command.ts";
import { notice } from "../../../commands/contract/outcome.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { collabSettings } from "../../../settings/sections/services/collab.ts";
import { TerminalGuest } from "../guest/terminal-guest.ts";
import { parseLink, parseRelay } from "../protocol/link.ts";
import { displayName } from "./display-name.ts";
import { collabKey } from "./running-collab.ts";

/** Takes part in a session that somebody shares. */
export const joinCommand: Command = {
	name: "join",
	summary: "Join a shared session",
	group: "sessions",
	hint: "<link>",
	needsIdle: true,
	// Without a screen nobody can take part, and the line must not become a prompt.
	run: async () => {
		throw new Error('/join works at a terminal only; nothing was sent. There: omp join "<link>"');
	},
	screen: {
		async run({ args, session }, { showSession, during }) {
			const collab = session.workbench.features.find(collabKey);
			if (!collab) return notice("Sharing is not available in this session.", "warning");
			if (args === "") return notice("Usage: /join <link>, as /collab of the host prints it", "warning");
			if (collab.guest) return notice("You are in a shared session already; /leave it first.", "warning");
			if (collab.shared) return notice("You share this session yourself; /collab stop ends that.", "warning");
			const link = parseLink(args);
			const relay = link.relay ?? settingsRelay(session.settings.get(collabSettings.relayUrl));
			const folder = join(resolveDirectories(session.host).config, "collab");
			collab.guest = await during("Joining…", () =>
				TerminalGuest.join({
					session,
					link: { ...link, relay },
					name: displayName(session),
					folder,
					showSession,
					onChange: () => collab.changed(),
				}),
			);
			collab.changed();
			return { kind: "done" };
		},
	},
};

/** Back to one's own session; the host stops sharing. */
export const leaveCommand: Command = {
	name: "leave",
	summary: "Leave a shared session",
	group: "sessions",
	screen: {
		async run({ session }) {
			const collab = session.workbench.features.find(collabKey);
			const { guest, shared } = collab ?? {};
			if (collab && guest) {
				collab.guest = undefined;
				await guest.leave();
				collab.changed();
				return { kind: "session-changed", text: `Back in your own session. The copy is in ${guest.file}` };
			}
			if (!collab || !shared) return notice("You are in no shared session.");
			collab.shared = undefined;
			await shared.stop("");
			collab.changed();
			return notice("The session is no longer shared. Its links are void.");
		},
	},
};

function settingsRelay(address: string): string {
	if (address.trim() === "")
		throw new Error("The link names no relay, and collab.relayUrl is empty. Ask for the whole link.");
	return parseRelay(address);
}
