import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { BlobStore } from "./blobs/blobs.ts";
import type { Problem } from "./entry/problem.ts";
import { defaultSessionDirectory } from "./storage/file-name.ts";
import { FileStorage } from "./storage/file-storage.ts";
import type { Storage } from "./storage/storage.ts";

/** What sessions need of the world. */
export interface SessionEnvironment {
	readonly host: Host;
	/** `~/.omp/agent` or the profile's. */
	readonly agentDir: string;
	/** Where the user wants sessions instead of the folder derived from the cwd. */
	readonly sessionDir?: string | undefined;
	readonly storage: Storage;
	/** Without one, images stay in the log. */
	readonly blobs?: BlobStore | undefined;
	/** Hears of everything a person should be told, as it happens. */
	readonly onProblem?: ((problem: Problem) => void) | undefined;
}

/** Sessions as files below an agent folder. */
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

/** The folder for sessions of a working directory. */
export function sessionDirectory(environment: SessionEnvironment, cwd: string): string {
	return environment.sessionDir ?? defaultSessionDirectory(environment.host, environment.agentDir, cwd);
}
