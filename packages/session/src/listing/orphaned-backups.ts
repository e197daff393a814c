import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { isSessionFileName } from "../storage/file-name.ts";
import { backupName } from "../storage/replace-file.ts";
import type { Storage } from "../storage/storage.ts";

const SUFFIX = backupName("");

/** Puts files back that were moved aside for a replacement which never came. */
export function restoreOrphanedBackups(storage: Storage, directory: string): void {
	for (const name of storage.list(directory)) {
		const original = name.slice(0, -SUFFIX.length);
		if (!name.endsWith(SUFFIX) || !isSessionFileName(original)) continue;
		const path = join(directory, original);
		try {
			if (!storage.exists(path)) storage.rename(join(directory, name), path);
		} catch (error) {
			logIgnored("the next listing tries to restore the backup again", error);
		}
	}
}
