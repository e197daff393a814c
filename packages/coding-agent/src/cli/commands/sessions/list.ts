import { sessionTitle } from "@oh-my-pi/pi-session/listing/session-listing";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import type { SessionsContext } from "./context.ts";

/** One line per session: time, status, length, title. */
export async function listSessions({ listing, files, io, json }: SessionsContext): Promise<number> {
	const wanted = new Set(files);
	const found = listing.listAll().filter(({ path }) => wanted.has(path));
	if (json) {
		const rows = found.map(({ allMessagesText: _, ...info }) => info);
		await io.stdout.write(`${JSON.stringify({ sessions: rows }, null, 2)}\n`);
		return 0;
	}
	if (found.length === 0) await io.stderr.write("No sessions found\n");
	for (const info of found) {
		const when = new Date(info.modified).toISOString().slice(0, 16).replace("T", " ");
		const count = `${info.messageCount}${info.isCountComplete ? "" : "+"} msgs`;
		const title = foreignText(io.stdout, sessionTitle(info, info.modified));
		await io.stdout.write(`${info.id}  ${when}  ${info.status.padEnd(11)}  ${count.padStart(9)}  ${title}\n`);
	}
	return 0;
}
