import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { syncData, syncDirectory, syncDirectoryLater } from "./replace-file.ts";
import type { FileReader, LogWriter } from "./storage.ts";
import { writeError } from "./storage-error.ts";

export class OpenFile implements FileReader {
	readonly identity: string;

	constructor(protected readonly descriptor: number) {
		this.identity = identityOf(fstatSync(descriptor, { bigint: true }));
	}

	size(): number {
		return fstatSync(this.descriptor).size;
	}

	read(target: Uint8Array, position: number): number {
		let filled = 0;
		while (filled < target.length) {
			const count = readSync(this.descriptor, target, filled, target.length - filled, position + filled);
			if (count === 0) break;
			filled += count;
		}
		return filled;
	}

	close(): void {
		closeSync(this.descriptor);
	}
}

export class FileWriter extends OpenFile implements LogWriter {
	#error: Error | undefined;
	/** Initially true: an earlier handle may have left unsynced lines. */
	#unsynced = true;
	#syncing: Promise<void> | undefined;
	/** A new file is durable only once its folder is synced, which is begun at once. */
	#syncingFolder: Promise<void> | undefined;

	constructor(
		private readonly path: string,
		options: { create: boolean },
	) {
		const mode = options.create ? constants.O_CREAT | constants.O_EXCL : 0;
		super(openSync(path, mode | constants.O_APPEND | constants.O_RDWR, 0o600));
		if (options.create) {
			this.#syncingFolder = syncDirectoryLater(dirname(path)).finally(() => {
				this.#syncingFolder = undefined;
			});
		}
	}

	append(bytes: Uint8Array): void {
		const before = this.size();
		let written = 0;
		this.#unsynced = true;
		try {
			while (written < bytes.length) written += writeSync(this.descriptor, bytes, written, bytes.length - written);
		} catch (error) {
			if (written > 0) this.#takeBack(before, written);
			throw this.#remember(error);
		}
	}

	// O_APPEND ignores positions, so this needs a descriptor of its own.
	overwrite(bytes: Uint8Array, position: number): void {
		try {
			const descriptor = openSync(this.path, "r+");
			try {
				writeSync(descriptor, bytes, 0, bytes.length, position);
				fdatasyncSync(descriptor);
			} finally {
				closeSync(descriptor);
			}
		} catch (error) {
			throw this.#remember(error);
		}
	}

	truncate(size: number): void {
		try {
			ftruncateSync(this.descriptor, size);
			fdatasyncSync(this.descriptor);
		} catch (error) {
			throw this.#remember(error);
		}
	}

	async flush(): Promise<void> {
		if (!this.#unsynced) return this.#syncing;
		const folder = this.#syncingFolder;
		// Lines appended during the sync are covered by the next flush.
		this.#unsynced = false;
		const syncing = syncData(this.descriptor).then(
			() => folder,
			(error) => {
				this.#unsynced = true;
				throw this.#remember(error);
			},
		);
		this.#syncing = syncing;
		try {
			await syncing;
		} finally {
			if (this.#syncing === syncing) this.#syncing = undefined;
		}
	}

	fsync(): void {
		if (!this.#unsynced) return;
		this.#syncFolder();
		try {
			fdatasyncSync(this.descriptor);
			this.#unsynced = false;
		} catch (error) {
			throw this.#remember(error);
		}
	}

	override close(): void {
		const close = () => super.close();
		// The number of a closed descriptor could be reused before the sync reaches it.
		if (this.#syncing) void this.#syncing.then(close, close);
		else close();
	}

	getError(): Error | undefined {
		return this.#error;
	}

	#syncFolder(): void {
		if (this.#syncingFolder) syncDirectory(dirname(this.path));
		this.#syncingFolder = undefined;
	}

	#takeBack(before: number, written: number): void {
		try {
			// Truncate only while the torn line is the end of the file: another process may have appended.
			if (this.size() === before + written) ftruncateSync(this.descriptor, before);
		} catch (error) {
			logIgnored("the next append starts on a new line after the torn one", error);
		}
	}

	#remember(error: unknown): Error {
		const remembered = writeError(error, this.path);
		this.#error ??= remembered;
		return remembered;
	}
}

export function identityOf(stat: { dev: bigint; ino: bigint }): string {
	return `${stat.dev}:${stat.ino}`;
}
