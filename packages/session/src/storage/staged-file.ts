import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile, syncData } from "./replace-file.ts";
import type { StagedFile } from "./storage.ts";
import { writeError } from "./storage-error.ts";

/** A temporary file in the same folder, because only there a rename is atomic. */
export class StagedDiskFile implements StagedFile {
	readonly #temporary: string;
	#descriptor: number | undefined;

	constructor(private readonly path: string) {
		this.#temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
		try {
			this.#descriptor = openSync(this.#temporary, "wx", 0o600);
		} catch (error) {
			throw writeError(error, path);
		}
	}

	append(bytes: Uint8Array): void {
		const descriptor = this.#open();
		try {
			let written = 0;
			while (written < bytes.length) written += writeSync(descriptor, bytes, written, bytes.length - written);
		} catch (error) {
			throw writeError(error, this.path);
		}
	}

	async flush(): Promise<void> {
		await syncData(this.#open());
	}

	commit(): void {
		const descriptor = this.#open();
		try {
			fdatasyncSync(descriptor);
			this.#close();
			replaceFile(this.#temporary, this.path);
		} catch (error) {
			throw writeError(error, this.path);
		}
	}

	discard(): void {
		this.#close();
		rmSync(this.#temporary, { force: true });
	}

	#open(): number {
		if (this.#descriptor === undefined) throw new Error(`The new version of ${this.path} is already closed`);
		return this.#descriptor;
	}

	#close(): void {
		if (this.#descriptor !== undefined) closeSync(this.#descriptor);
		this.#descriptor = undefined;
	}
}
