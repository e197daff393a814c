import type { TitleSlot } from "../../entry/entry.ts";
import { encodeTitleSlot } from "../../entry/title.ts";
import { type BodyScan, type LogScan, scanBody } from "../../scan/scan-log.ts";
import type { FileReader, LogWriter, StagedFile, Storage } from "../../storage/storage.ts";
import { ReadAhead } from "./read-ahead.ts";

const COPY_BYTES = 4 << 20;
const NEWLINE = Buffer.from("\n");

/** The layout of a session file. */
export interface JournalLayout {
	headerStart: number;
	headEnd: number;
	/** The end of the file as far as this process knows. */
	end: number;
	endsInNewline: boolean;
	nextLineNumber: number;
	slot: { start: number; length: number } | undefined;
}

/** What other processes did to the file. */
export type OutsideChange = "none" | "grown" | "shrunk" | "replaced" | "missing";

/** The file of one session: append-only, readable at any offset. Offsets count from the end of the header. */
export class Journal {
	readonly #reading = new ReadAhead();

	constructor(
		private readonly storage: Storage,
		private currentPath: string,
		private file: LogWriter,
		private layout: JournalLayout,
	) {}

	/** Creates a file with all lines, or none. */
	static create(storage: Storage, path: string, header: string, lines: readonly Buffer[]): Journal {
		const file = storage.openWriter(path, { create: true });
		try {
			file.append(Buffer.concat([Buffer.from(header), ...lines]));
		} catch (error) {
			file.close();
			storage.unlink(path);
			throw error;
		}
		return new Journal(storage, path, file, {
			headerStart: 0,
			headEnd: Buffer.byteLength(header),
			end: file.size(),
			endsInNewline: true,
			nextLineNumber: 2 + lines.length,
			slot: undefined,
		});
	}

	get path(): string {
		return this.currentPath;
	}

	get headEnd(): number {
		return this.layout.headEnd;
	}

	/** The layout as far as this process knows it. */
	get body(): Pick<JournalLayout, "headEnd" | "end" | "nextLineNumber"> {
		return this.layout;
	}

	get hasTitleSlot(): boolean {
		return this.layout.slot !== undefined;
	}

	get reader(): FileReader {
		return this.file;
	}

	read(offset: number, length: number): Buffer {
		return this.#reading.read(this.file, this.layout.headEnd + offset, length);
	}

	outsideChange(): OutsideChange {
		const found = this.storage.stat(this.path);
		if (!found) return "missing";
		if (found.identity !== this.file.identity) return "replaced";
		if (found.size === this.layout.end) return "none";
		return found.size > this.layout.end ? "grown" : "shrunk";
	}

	/** Indexes what was appended since the last call. */
	takeGrowth(): BodyScan {
		const { end, nextLineNumber } = this.layout;
		const scan = scanBody(this.file, { from: end, firstLineNumber: nextLineNumber });
		this.layout.end = scan.end;
		this.layout.nextLineNumber = scan.nextLineNumber;
		this.layout.endsInNewline = scan.end === end ? this.layout.endsInNewline : scan.endKind.kind === "newline";
		return scan;
	}

	/**
	 * Appends a line and returns its offset, or `undefined` when another process wrote at the same moment; then
	 * `takeGrowth` finds it.
	 */
	append(line: Buffer): number | undefined {
		const bytes = this.layout.endsInNewline ? line : Buffer.concat([NEWLINE, line]);
		const { end, headEnd } = this.layout;
		this.file.append(bytes);
		if (this.file.size() !== end + bytes.length) return undefined;
		this.layout.end = end + bytes.length;
		this.layout.endsInNewline = true;
		this.layout.nextLineNumber++;
		return end + bytes.length - line.length - headEnd;
	}

	/** Writes the title into an existing slot. */
	writeTitleSlot(slot: Omit<TitleSlot, "pad">): void {
		if (!this.layout.slot) throw new Error(`${this.path} has no title slot`);
		const { start, length } = this.layout.slot;
		this.file.overwrite(encodeTitleSlot(slot, length), start);
	}

	/** Replaces the header and keeps all other bytes, also those appended meanwhile. */
	async replaceHeader(header: string): Promise<void> {
		while (!(await this.#tryReplaceHeader(header)));
	}

	/** False when the file was replaced meanwhile and the copy is useless. */
	async #tryReplaceHeader(header: string): Promise<boolean> {
		const { file } = this;
		const staged = this.storage.stage(this.path);
		try {
			this.#copy(staged, 0, this.layout.headerStart);
			staged.append(Buffer.from(header));
			const bulkEnd = this.#copy(staged, this.layout.headEnd, file.size());
			await staged.flush();
			if (this.file !== file) {
				staged.discard();
				return false;
			}
			const copied = this.#copy(staged, bulkEnd, file.size());
			staged.commit();
			if (this.layout.end === this.layout.headEnd) this.layout.endsInNewline = true;
			this.#reopen(copied, Buffer.byteLength(header));
			return true;
		} catch (error) {
			staged.discard();
			throw error;
		}
	}

	/** Replaces everything after the header. Lines that others appended and we never indexed are kept. */
	replaceBody(lines: Iterable<Buffer>): void {
		const staged = this.storage.stage(this.path);
		try {
			this.#copy(staged, 0, this.layout.headEnd);
			let end = this.layout.headEnd;
			for (const line of lines) {
				staged.append(line);
				end += line.length;
			}
			const copied = this.#copy(staged, this.layout.end, this.file.size());
			staged.commit();
			this.#reopen(copied, this.layout.headEnd - this.layout.headerStart);
			this.layout.end = end;
			this.layout.endsInNewline = true;
		} catch (error) {
			staged.discard();
			throw error;
		}
	}

	/** Writes the file again from the open handle. */
	restore(): void {
		const staged = this.storage.stage(this.path);
		try {
			const copied = this.#copy(staged, 0, this.file.size());
			staged.commit();
			this.#reopen(copied, this.layout.headEnd - this.layout.headerStart);
		} catch (error) {
			staged.discard();
			throw error;
		}
	}

	move(path: string): void {
		this.storage.rename(this.path, path);
		this.currentPath = path;
		this.adopt(this.storage.openWriter(path, { create: false }), this.layout);
	}

	/** Continues with the file that is at the path now. */
	adopt(file: LogWriter, layout: JournalLayout): void {
		this.file.close();
		this.file = file;
		this.layout = layout;
	}

	flush(): Promise<void> {
		return this.file.flush();
	}

	fsync(): void {
		this.file.fsync();
	}

	close(): void {
		this.file.close();
	}

	/** Copies bytes of the current file and returns the end position. */
	#copy(target: StagedFile, from: number, to: number): number {
		const buffer = Buffer.allocUnsafe(Math.min(COPY_BYTES, Math.max(0, to - from)));
		let position = from;
		while (position < to) {
			const count = this.file.read(buffer.subarray(0, Math.min(buffer.length, to - position)), position);
			if (count === 0) break;
			target.append(buffer.subarray(0, count));
			position += count;
		}
		return position;
	}

	/** Switches to the replacement after copying what another process appended to the old file in the last moment. */
	#reopen(copied: number, headerLength: number): void {
		const old = this.file;
		this.file = this.storage.openWriter(this.path, { create: false });
		const late = Buffer.allocUnsafe(Math.max(0, old.size() - copied));
		if (late.length > 0) this.file.append(late.subarray(0, old.read(late, copied)));
		old.close();
		const moved = this.layout.headerStart + headerLength - this.layout.headEnd;
		this.layout.headEnd += moved;
		this.layout.end += moved;
	}
}

export function describeLayout(scan: LogScan): JournalLayout {
	return {
		headerStart: scan.headerStart,
		headEnd: scan.headEnd,
		end: scan.end,
		endsInNewline: scan.endKind.kind === "newline",
		nextLineNumber: scan.nextLineNumber,
		slot: scan.slot && { start: scan.slot.start, length: scan.slot.length },
	};
}
