import {
	closeSync,
	copyFileSync,
	cpSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { artifactsDirectoryOf } from "./file-name.ts";
import { FileWriter, identityOf, OpenFile } from "./file-writer.ts";
import { acquireLock, type LockResult, type LockWorld, lockWorld } from "./lock.ts";
import { StagedDiskFile } from "./staged-file.ts";
import {
	asText,
	type FileReader,
	type FileSlices,
	type FileStat,
	type LogWriter,
	type StagedFile,
	type Storage,
	type TextSlices,
} from "./storage.ts";

const NOTHING = Buffer.alloc(0);

/** Sessions as files. New folders and files are private to their owner. */
export class FileStorage implements Storage {
	readonly #lockWorld: LockWorld;
	/** Reused buffer: a listing reads thousands of slices, and allocating is slower than reading. */
	#scratch = NOTHING;

	constructor(clock: { now(): number }, world: LockWorld = lockWorld(() => clock.now())) {
		this.#lockWorld = world;
	}

	exists(path: string): boolean {
		return existsSync(path);
	}

	stat(path: string): FileStat | undefined {
		const stat = orUndefinedIfMissing(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
		if (!stat) return undefined;
		return {
			size: Number(stat.size),
			mtimeMs: Number(stat.mtimeNs / 1000n) / 1000,
			isDirectory: stat.isDirectory(),
			isFile: stat.isFile(),
			identity: identityOf(stat),
		};
	}

	list(directory: string): string[] {
		return orUndefinedIfMissing(() => readdirSync(directory)) ?? [];
	}

	readText(path: string): string | undefined {
		return orUndefinedIfMissing(() => readFileSync(path, "utf8"));
	}

	readTextSlices(path: string, headBytes: number, tailBytes: number): TextSlices | undefined {
		const slices = this.readSlices(path, headBytes, tailBytes);
		return slices && asText(slices);
	}

	readSlices(path: string, headBytes: number, tailBytes: number): FileSlices | undefined {
		const descriptor = orUndefinedIfMissing(() => openSync(path, "r"));
		if (descriptor === undefined) return undefined;
		try {
			const { size, mtimeMs } = fstatSync(descriptor);
			const isWhole = size <= headBytes + tailBytes;
			if (this.#scratch.length < headBytes + tailBytes) this.#scratch = Buffer.allocUnsafe(headBytes + tailBytes);
			const read = (offset: number, length: number, position: number) =>
				this.#scratch.subarray(offset, offset + readSync(descriptor, this.#scratch, offset, length, position));
			const head = read(0, isWhole ? size : headBytes, 0);
			const tail = isWhole ? NOTHING : read(headBytes, tailBytes, size - tailBytes);
			return { size, mtimeMs, head, tail, skippedBytes: isWhole ? 0 : size - headBytes - tailBytes };
		} finally {
			closeSync(descriptor);
		}
	}

	openReader(path: string): FileReader | undefined {
		const descriptor = orUndefinedIfMissing(() => openSync(path, "r"));
		return descriptor === undefined ? undefined : new OpenFile(descriptor);
	}

	openWriter(path: string, options: { create: boolean }): LogWriter {
		if (options.create) makeParent(path);
		return new FileWriter(path, options);
	}

	writeText(path: string, text: string): void {
		makeParent(path);
		writeFileSync(path, text, { mode: 0o600 });
	}

	writeTextAtomic(path: string, text: string): void {
		const staged = this.stage(path);
		try {
			staged.append(Buffer.from(text));
			staged.commit();
		} catch (error) {
			staged.discard();
			throw error;
		}
	}

	stage(path: string): StagedFile {
		makeParent(path);
		return new StagedDiskFile(path);
	}

	copy(from: string, to: string): void {
		makeParent(to);
		copyFileSync(from, to);
	}

	rename(from: string, to: string): void {
		makeParent(to);
		try {
			renameSync(from, to);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
			moveToOtherDisk(from, to);
		}
	}

	unlink(path: string): void {
		unlinkSync(path);
	}

	copyDirectory(from: string, to: string): void {
		makeParent(to);
		cpSync(from, to, { recursive: true });
	}

	deleteSessionWithArtifacts(path: string): void {
		rmSync(path, { force: true });
		rmSync(artifactsDirectoryOf(path), { recursive: true, force: true });
	}

	lock(path: string): LockResult {
		return acquireLock(path, this.#lockWorld);
	}
}

function moveToOtherDisk(from: string, to: string): void {
	if (existsSync(to)) throw new Error(`${to} exists already`);
	try {
		cpSync(from, to, { recursive: true });
	} catch (error) {
		rmSync(to, { recursive: true, force: true });
		throw error;
	}
	rmSync(from, { recursive: true });
}

function makeParent(path: string): void {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
}

function orUndefinedIfMissing<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw error;
	}
}
