import type { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { CliIo } from "../../../process/terminal/io.ts";

export interface SessionsContext {
	readonly environment: SessionEnvironment;
	readonly listing: SessionListing;
	readonly io: CliIo;
	/** The named files, or those of this folder, or all. */
	readonly files: readonly string[];
	readonly json: boolean;
	readonly apply: boolean;
}
