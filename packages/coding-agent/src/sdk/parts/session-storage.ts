import { fileEnvironment, type SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { FileStorage } from "@oh-my-pi/pi-session/storage/file-storage";
import { MemoryStorage } from "@oh-my-pi/pi-session/storage/memory-storage";
import type { Storage } from "@oh-my-pi/pi-session/storage/storage";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";

export type { Storage as SessionStorage } from "@oh-my-pi/pi-session/storage/storage";

/** Sessions as files, as omp stores them. */
export class FileSessionStorage extends FileStorage {
	constructor() {
		super(processHost());
	}
}

/** Sessions that end with the object. */
export class MemorySessionStorage extends MemoryStorage {
	constructor() {
		super(processHost());
	}
}

/** Sessions of the user's agent folder; in a storage of a program, images stay in the log. */
export function sessionEnvironment(storage?: Storage): SessionEnvironment {
	const host = processHost();
	const usual = fileEnvironment(host, resolveDirectories(host).agent);
	return storage ? { ...usual, storage, blobs: undefined } : usual;
}
