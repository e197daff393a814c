import { SessionListing } from "./listing/session-listing.ts";
import { createSession } from "./operations/create-session.ts";
import { type OpenResult, openSession } from "./operations/open-session.ts";
import type { SessionEnvironment } from "./session-environment.ts";

/** The session of a working directory that was changed last, or a new one. */
export function continueRecentSession(environment: SessionEnvironment, cwd: string): OpenResult {
	const newest = new SessionListing(environment).newest(cwd);
	return newest ? openSession(environment, newest.path) : { kind: "opened", log: createSession(environment, { cwd }) };
}
