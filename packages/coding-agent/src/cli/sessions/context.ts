import type { SessionEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { SessionListing } from "@oh-my-pi/pi-session/session-listing";
import type { CliIo } from "../../process/io.ts";

/** What the actions of this command work with. */
export interface SessionsContext {
	readonly environment: SessionEnvironment;
	readonly listing: SessionListing;
	readonly io: CliIo;
	/** Files the user named, or those of this folder, or all of them. */
	readonly files: readonly string[];
	readonly json: boolean;
	readonly apply: boolean;
}
