import type { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { CliError } from "../../../process/usage-error.ts";

/** Finds a session file by path or id prefix. */
export function findSessionFile(
	path: string,
	idStart: string,
	environment: SessionEnvironment,
	listing: SessionListing,
): string {
	if (environment.storage.exists(path)) return path;
	const match = listing.listAll().find(({ id, path: file }) => id.startsWith(idStart) || file.includes(`_${idStart}`));
	if (!match) throw new CliError(`Session "${idStart}" not found.`);
	return match.path;
}
