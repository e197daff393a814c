import { join } from "node:path";
import { PromptHistory } from "@oh-my-pi/pi-session/history-db";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { deleteStoredSession, renameStoredSession } from "../../session-actions/stored-sessions.ts";
import type { SessionPickerOptions } from "./session-picker.ts";

export interface SessionPicking extends AsyncDisposable {
	readonly options: Omit<SessionPickerOptions, "scope" | "fillsScreen">;
}

/** What the session picker needs, over the sessions and prompts on disk. */
export function sessionPicking(
	environment: SessionEnvironment,
	place: { readonly cwd: string; readonly except?: string },
): SessionPicking {
	const { host, agentDir } = environment;
	const listing = new SessionListing(environment);
	const history = new PromptHistory(join(agentDir, "history.db"), host);
	return {
		options: {
			list: (scope) =>
				(scope === "folder" ? listing.list(place.cwd) : listing.listAll()).filter(({ path }) => path !== place.except),
			rename: (file, name) => renameStoredSession(environment, file, name),
			remove: (file) => deleteStoredSession(environment, file),
			findInHistory: (query) => history.matchingSessionIds(query),
			now: host.now,
			home: host.home,
		},
		[Symbol.asyncDispose]: () => history.close(),
	};
}
