import { basename, dirname } from "node:path";
import { artifactsDirectoryOf } from "./file-name.ts";
import type { LockResult } from "./lock.ts";
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

interface MemoryFile {
	bytes: Buffer;
	mtimeMs: number;
	readonly identity: string;
}

/** Files in memory, for tests and for hosts that store sessions elsewhere. */
export class MemoryStorage implements Storage {
	readonly #files = new Map<string, MemoryFile>();
	readonly #locked = new Set<string>();
	#nextIdentity = 1;

	constructor(private readonly clock: { now(): number }) {}

	exists(path: string): boolean {
		return this.stat(path) !== undefined;
	}

	stat(path: string): FileStat | undefined {
		const file = this.#files.get(path);
		if (file)
			return {
				size: file.bytes.length,
				mtimeMs: file.mtimeMs,
				isDirectory: false,
				isFile: true,
				identity: file.identity,
			};
		const isDirectory = this.#pathsBelow(path).length > 0;
		return isDirectory ? { size: 0, mtimeMs: 0, isDirectory, isFile: false, identity: path } : undefined;
	}

	list(directory: string): string[] {
		const names = this.#pathsBelow(directory).map((path) => path.slice(directory.length + 1).split("/")[0] ?? "");
		return [...new Set(names)].sort();
	}

	readText(path: string): string | undefined {
		return this.#files.get(path)?.bytes.toString("utf8");
	}

	readTextSlices(path: string, headBytes: number, tailBytes: number): TextSlices | undefined {
		const slices = this.readSlices(path, headBytes, tailBytes);
		return slices && asText(slices);
	}

	readSlices(path: string, headBytes: number, tailBytes: number): FileSlices | undefined {
		const file = this.#files.get(path);
		if (!file) return undefined;
		const { bytes, mtimeMs } = file;
		const size = bytes.length;
		const isWhole = size <= headBytes + tailBytes;
		return {
			size,
			mtimeMs,
			head: bytes.subarray(0, isWhole ? size : headBytes),
			tail: bytes.subarray(isWhole ? size : size - tailBytes),
			skippedBytes: isWhole ? 0 : size - headBytes - tailBytes,
		};
	}

	openReader(path: string): FileReader | undefined {
		const file = this.#files.get(path);
		return file && this.#handle(file);
	}

	openWriter(path: string, options: { create: boolean }): LogWriter {
		const existing = this.#files.get(path);
		if (Boolean(existing) === options.create) throw new Error(`${path} ${existing ? "exists" : "does not exist"}`);
		return this.#handle(existing ?? this.#put(path, Buffer.alloc(0)));
	}

	writeText(path: string, text: string): void {
		this.#put(path, Buffer.from(text));
	}

	writeTextAtomic(path: string, text: string): void {
		this.writeText(path, text);
	}

	stage(path: string): StagedFile {
		const parts: Uint8Array[] = [];
		return {
			append: (bytes) => void parts.push(Buffer.from(bytes)),
			flush: async () => {},
			commit: () => void this.#put(path, Buffer.concat(parts)),
			discard: () => void parts.splice(0),
		};
	}

	copy(from: string, to: string): void {
		this.#put(to, Buffer.from(this.#get(from).bytes));
	}

	rename(from: string, to: string): void {
		for (const path of [from, ...this.#pathsBelow(from)]) {
			const file = this.#files.get(path);
			if (!file) continue;
			this.#files.delete(path);
			this.#files.set(to + path.slice(from.length), file);
		}
	}

	unlink(path: string): void {
		this.#get(path);
		this.#files.delete(path);
	}

	copyDirectory(from: string, to: string): void {
		for (const path of this.#pathsBelow(from)) this.copy(path, to + path.slice(from.length));
	}

	deleteSessionWithArtifacts(path: string): void {
		for (const gone of [path, ...this.#pathsBelow(artifactsDirectoryOf(path))]) this.#files.delete(gone);
	}

	lock(path: string): LockResult {
		if (this.#locked.has(path)) {
			const since = new Date(this.clock.now()).toISOString();
			return { kind: "held", holder: { pid: process.pid, machine: "memory", since, isSelf: true } };
		}
		this.#locked.add(path);
		return { kind: "locked", lock: { release: () => void this.#locked.delete(path) } };
	}

	#handle(file: MemoryFile): LogWriter {
		return {
			identity: file.identity,
			size: () => file.bytes.length,
			read: (target, position) => file.bytes.copy(target, 0, position, position + target.length),
			append: (bytes) => this.#change(file, Buffer.concat([file.bytes, bytes])),
			overwrite: (bytes, position) => {
				file.bytes.set(bytes, position);
				this.#change(file, file.bytes);
			},
			truncate: (size) => this.#change(file, file.bytes.subarray(0, size)),
			flush: async () => {},
			fsync: () => {},
			getError: () => undefined,
			close: () => {},
		};
	}

	#change(file: MemoryFile, bytes: Buffer): void {
		file.bytes = bytes;
		file.mtimeMs = this.clock.now();
	}

	#put(path: string, bytes: Buffer): MemoryFile {
		const file = { bytes, mtimeMs: this.clock.now(), identity: `memory:${this.#nextIdentity++}` };
		this.#files.set(path, file);
		return file;
	}

	#get(path: string): MemoryFile {
		const file = this.#files.get(path);
		if (!file) throw new Error(`${basename(path)} does not exist in ${dirname(path)}`);
		return file;
	}

	#pathsBelow(directory: string): string[] {
		const prefix = `${directory}/`;
		return [...this.#files.keys()].filter((path) => path.startsWith(prefix));
	}
}
