import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { BlobStore } from "../blobs/blobs.ts";
import type { Problem } from "../entry/problem.ts";
import { defaultSessionDirectory } from "../storage/file-name.ts";
import { FileStorage } from "../storage/file-storage.ts";
import type { Storage } from "../storage/storage.ts";

/** What sessions need from outside. */
export interface SessionEnvironment {
	readonly host: Host;
	/** `~/.omp/agent` or the profile's. */
	readonly agentDir: string;
	/** An explicit folder for sessions, instead of the one derived from the cwd. */
	readonly sessionDir?: string | undefined;
	readonly storage: Storage;
	/** Without one, images stay in the log. */
	readonly blobs?: BlobStore | undefined;
	/** Called with every problem as it occurs. */
	readonly onProblem?: ((problem: Problem) => void) | undefined;
}

/** Sessions as files in an agent folder. */
export function fileEnvironment(
	host: Host,
	agentDir: string,
	options: Pick<SessionEnvironment, "sessionDir" | "onProblem"> = {},
): SessionEnvironment {
	return {
		host,
		agentDir,
		storage: new FileStorage(host),
		blobs: new BlobStore(join(agentDir, "blobs")),
		...options,
	};
}

/** The session folder of a working directory. */
export function sessionDirectory(environment: SessionEnvironment, cwd: string): string {
	return environment.sessionDir ?? defaultSessionDirectory(environment.host, environment.agentDir, cwd);
}
