import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";

const keyBytes = 32;

export interface PlaceholderKey {
	readonly key: Uint8Array;
	/** Why it is not the one of the file, for the user. */
	readonly warning?: string;
}

/** The key of this installation, made on first use. Without the file, one that lasts as long as the process. */
export function loadPlaceholderKey(path: string): PlaceholderKey {
	try {
		const key = readRegularBytes(path, 1024) ?? createKey(path);
		if (key.length !== keyBytes) {
			throw new Error(`it has ${key.length} bytes instead of ${keyBytes}; remove it, and a new one is made`);
		}
		// Others who can read it could try values against placeholders.
		if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
		return { key };
	} catch (error) {
		const why = errorMessage(error);
		const warning = `The key for placeholders of secrets cannot be used (${path}: ${why}). Placeholders change with the next start.`;
		return { key: randomBytes(keyBytes), warning };
	}
}

/** Complete from the start, also for another omp that makes one right now: the first counts. */
function createKey(path: string): Uint8Array {
	const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const key = randomBytes(keyBytes);
	try {
		writeFileSync(temporary, key, { flag: "wx", mode: 0o600 });
		linkSync(temporary, path);
		return key;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		return readRegularBytes(path, 1024) ?? key;
	} finally {
		rmSync(temporary, { force: true });
	}
}
