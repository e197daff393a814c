import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { canonicalPath, defaultSessionDirectory } from "@oh-my-pi/pi-session/storage/file-name";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { BackendPlace } from "../../contract/memory-backend.ts";
import type { MemoryFolder } from "./memory-folder.ts";

/** Goes on with a folder that was named without a hash, if the sessions that it was made of are all of this working directory. */
export function takeOldFolder(
	folder: MemoryFolder,
	{ host, agentDir, cwd, warn }: Pick<BackendPlace, "host" | "agentDir" | "cwd" | "warn">,
): void {
	if (!folder.isOld) return;
	const here = canonicalPath(cwd);
	// Sessions have the same names for folders, so they show who else has used it.
	const sessions = new SessionListing(fileEnvironment(host, agentDir)).list(
		cwd,
		defaultSessionDirectory(host, agentDir, cwd),
	);
	const own = sessions.filter((session) => canonicalPath(session.cwd) === here);
	if (own.length === 0 || own.length < sessions.length) {
		if (own.length > 0) {
			warn(
				`Memory: ${folder.oldPath} has notes of several projects, so they are not used any more. Move what belongs here to ${folder.path}.`,
			);
		}
		return;
	}
	try {
		folder.takeOld();
	} catch (error) {
		logIgnored("another omp has taken it, or the memory begins anew", error);
	}
}
