import { SessionListing, sessionTitle } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../../process/directories.ts";

/** The sessions of this folder. */
export async function completeSessions(host: Host): Promise<readonly string[]> {
	const listing = new SessionListing(fileEnvironment(host, resolveDirectories(host).agent));
	return listing.list(host.cwd).map((info) => {
		const title = sessionTitle(info, info.modified).replaceAll(/\s+/g, " ");
		return `${info.id}\t${title}`;
	});
}
