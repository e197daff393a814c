import { closeSync, openSync, renameSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

/** One older file of the same size is kept beside it. */
export const maxLogBytes = 25 * 1024 * 1024;

export function olderLog(file: string): string {
	return `${file}.1`;
}

/**
 * What a process has printed. Positions count from the first byte ever written, so that a reader can go on where it was
 * even after the file was replaced.
 */
export class ProcessLog {
	readonly file: string;
	readonly #maxBytes: number;
	#fd: number | undefined;
	#base = 0;
	#size = 0;
	/** Why nothing is written any more. */
	problem: string | undefined;

	constructor(file: string, maxBytes = maxLogBytes) {
		this.file = file;
		this.#maxBytes = maxBytes;
		rmSync(file, { force: true });
		rmSync(olderLog(file), { force: true });
		closeSync(openSync(file, "a", 0o600));
	}

	/** Position of the first byte in the file. */
	get base(): number {
		return this.#base;
	}

	/** Returns whether a new file was begun. */
	append(text: string): boolean {
		if (text === "" || this.problem !== undefined) return false;
		try {
			this.#fd ??= openSync(this.file, "a", 0o600);
			const bytes = Buffer.from(text);
			this.#size += writeSync(this.#fd, bytes);
			if (this.#size < this.#maxBytes) return false;
			this.close();
			renameSync(this.file, olderLog(this.file));
			this.#base += this.#size;
			this.#size = 0;
			closeSync(openSync(this.file, "a", 0o600));
			return true;
		} catch (error) {
			// A full disk must not end the process.
			this.problem = errorMessage(error);
			return false;
		}
	}

	/** For a log that the process writes itself: keeps a copy and begins anew, as the file must stay the same. */
	async shorten(): Promise<boolean> {
		const { size } = statSync(this.file);
		if (size < this.#maxBytes) return false;
		await copyFile(this.file, olderLog(this.file));
		truncateSync(this.file);
		this.#base += size;
		return true;
	}

	close(): void {
		if (this.#fd !== undefined) closeSync(this.#fd);
		this.#fd = undefined;
	}
}
