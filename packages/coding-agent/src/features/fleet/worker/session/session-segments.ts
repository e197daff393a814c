import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** What a log grew by since the last look. */
export interface Segment {
	readonly bytes: Uint8Array;
	/** The file is another one than before: what was shipped of it does not count any more. */
	readonly isRestart: boolean;
}

/** Reads a session log as it grows. */
export class SessionSegments {
	#taken = 0;
	#inode: number | undefined;

	/** Up to `end`, where the turn ended; what follows belongs to the next one. */
	take(file: string, end?: number): Segment | undefined {
		if (!existsSync(file)) return undefined;
		const handle = openSync(file, "r");
		try {
			const { size, ino } = fstatSync(handle);
			const isRestart = (this.#inode !== undefined && this.#inode !== ino) || size < this.#taken;
			this.#inode = ino;
			if (isRestart) this.#taken = 0;
			const length = Math.min(end ?? size, size) - this.#taken;
			if (length <= 0) return undefined;
			const bytes = new Uint8Array(length);
			for (let at = 0; at < length; ) {
				const read = readSync(handle, bytes, at, length - at, this.#taken + at);
				if (read === 0) return undefined;
				at += read;
			}
			this.#taken += length;
			return { bytes, isRestart };
		} finally {
			closeSync(handle);
		}
	}

	/** Writes the log of earlier attempts; what is there then has been shipped. */
	restore(file: string, log: Uint8Array, cwd: string): void {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		const content = movedTo(cwd, log);
		writeFileSync(file, content, { mode: 0o600 });
		this.#taken = content.length;
	}
}

/** The first line says which folder the session belongs to. */
function movedTo(cwd: string, log: Uint8Array): Uint8Array {
	const end = log.indexOf(10);
	if (end < 0) return log;
	const header: unknown = JSON.parse(Buffer.from(log.subarray(0, end)).toString("utf8"));
	if (!isRecord(header) || header.type !== "session") return log;
	return Buffer.concat([Buffer.from(JSON.stringify({ ...header, cwd })), log.subarray(end)]);
}
