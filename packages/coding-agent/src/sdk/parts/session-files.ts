import type { FileEntry } from "@oh-my-pi/pi-session/entry/entry";
import { newEntryId } from "@oh-my-pi/pi-session/entry/entry-id";
import { migrateSessionEntries as migrate } from "@oh-my-pi/pi-session/entry/migrate";
import {
	loadEntriesFromFile as loadEntries,
	parseSessionEntries as parseEntries,
} from "@oh-my-pi/pi-session/operations/parse";
import { FileStorage } from "@oh-my-pi/pi-session/storage/file-storage";
import { processHost } from "../../process/process-host.ts";

/** Header and entries of a session file, migrated; empty when it does not exist. */
export function loadEntriesFromFile(path: string): FileEntry[] {
	const host = processHost();
	return loadEntries(new FileStorage(host), path, host);
}

/** Migrates header and entries to the current version. */
export function migrateSessionEntries(entries: readonly FileEntry[]): FileEntry[] {
	const host = processHost();
	return migrate(entries, (isTaken) => newEntryId(host, isTaken));
}

/** Parses and migrates the text of a session file. */
export function parseSessionEntries(text: string): FileEntry[] {
	return parseEntries(text, processHost());
}
