import type { FileEntry } from "@oh-my-pi/pi-session/entry";
import { FileStorage } from "@oh-my-pi/pi-session/file-storage";
import { loadEntriesFromFile as loadEntries, parseSessionEntries as parseEntries } from "@oh-my-pi/pi-session/parse";
import { processHost } from "../app/process-host.ts";

/** Header and entries of a session file, brought to the current version; empty when there is none. */
export function loadEntriesFromFile(path: string): FileEntry[] {
	const host = processHost();
	return loadEntries(new FileStorage(host), path, host);
}

/** The same for the text of one. */
export function parseSessionEntries(text: string): FileEntry[] {
	return parseEntries(text, processHost());
}
