import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { openRegular } from "../../files/open/open-regular.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import type { LinePlan } from "./line-plan.ts";
import { type CollectedRows, RowCollector } from "./row-collector.ts";

export interface ReadLinesOptions {
	readonly shown: string;
	readonly maxColumns: number;
	/** Shows bytes that are no text as well as they can be. */
	readonly lossy: boolean;
	/** How far into a file the first line wanted is looked for. */
	readonly maxSeekBytes?: number;
}

const firstChunkBytes = 64 * 1024;
const chunkBytes = 1024 * 1024;
const defaultMaxSeekBytes = 4 * 1024 * 1024 * 1024;
/** Counting the lines of a larger file would cost more than the count is worth. */
const maxCountedBytes = 32 * 1024 * 1024;
/** How far lines are looked for behind the first one wanted; a file may have no line ends at all. */
const maxWindowBytes = 64 * 1024 * 1024;
const maxUnknownBytes = 1024 * 1024;
const newline = 0x0a;

/** Reads the planned lines without ever holding more of the file than those and a chunk; "binary" when it is no text. */
export async function readLines(
	path: string,
	plan: LinePlan,
	options: ReadLinesOptions,
): Promise<CollectedRows | "binary"> {
	using file = await openRegular(path, options.shown);
	// What is appended while we read would never end; files of the kernel have content and no size.
	const size = file.size || maxUnknownBytes;
	const scan = new LineScan(plan, options);
	const { maxSeekBytes = defaultMaxSeekBytes, lossy, shown } = options;
	let buffer = Buffer.allocUnsafe(firstChunkBytes);
	for (let offset = 0; offset < size; ) {
		const bytesRead = await file.read(buffer, offset);
		if (bytesRead === 0) break;
		const chunk = buffer.subarray(0, bytesRead);
		offset += bytesRead;
		scan.take(chunk);
		const isSeeking = scan.bytesSinceStart === 0;
		if (isSeeking && !lossy && chunk.includes(0)) return "binary";
		if (scan.isBinary) return "binary";
		if (scan.isDone && size > maxCountedBytes) return scan.collected();
		if (scan.bytesSinceStart > maxWindowBytes && !scan.isDone) return scan.giveUp();
		if (isSeeking && offset >= maxSeekBytes && offset < size) {
			throw new ToolError(
				`Line ${plan.firstLine} is not within the first ${formatBytes(maxSeekBytes)} of '${shown}', and further it is not looked for`,
			);
		}
		// Few lines of a file are mostly at its beginning; further on, large steps are faster.
		if (buffer.length < chunkBytes) buffer = Buffer.allocUnsafe(chunkBytes);
	}
	return scan.end();
}

class LineScan {
	readonly #collector: RowCollector;
	readonly #lossy: boolean;
	#lineNumber = 1;
	#wanted: number | undefined;
	/** The beginning of the line under way, when it is wanted. */
	#line: Buffer[] = [];
	#lineBytes = 0;
	#endsWithNewline = true;
	isBinary = false;
	bytesSinceStart = 0;

	constructor(plan: LinePlan, { maxColumns, lossy }: ReadLinesOptions) {
		this.#collector = new RowCollector(plan, { maxColumns });
		this.#lossy = lossy;
		this.#wanted = this.#collector.nextWanted(1);
	}

	get isDone(): boolean {
		return this.#wanted === undefined;
	}

	take(chunk: Buffer): void {
		this.#endsWithNewline = chunk.at(-1) === newline;
		if (this.#wanted !== undefined && this.#lineNumber >= this.#wanted) this.bytesSinceStart += chunk.length;
		let from = 0;
		while (from < chunk.length) {
			const at = chunk.indexOf(newline, from);
			const end = at === -1 ? chunk.length : at;
			if (this.#lineNumber === this.#wanted) this.#keep(chunk.subarray(from, end));
			if (at === -1 || this.isBinary) return;
			this.#endLine();
			from = at + 1;
		}
	}

	#keep(bytes: Buffer): void {
		if (!this.#lossy && bytes.includes(0)) this.isBinary = true;
		const room = this.#collector.maxLineBytes + 4 - this.#lineBytes;
		// Copied, as the chunk's memory is used again.
		if (room > 0) this.#line.push(Buffer.from(bytes.subarray(0, room)));
		this.#lineBytes += bytes.length;
	}

	#endLine(): void {
		if (this.#lineNumber === this.#wanted) {
			const bytes = Buffer.concat(this.#line);
			const isCut = bytes.length < this.#lineBytes;
			const text = decode(bytes, { lossy: this.#lossy || isCut });
			if (text === undefined) this.isBinary = true;
			else this.#collector.add(this.#lineNumber, text.endsWith("\r") && !isCut ? text.slice(0, -1) : text, isCut);
			this.#line = [];
			this.#lineBytes = 0;
			this.#wanted = this.#collector.nextWanted(this.#lineNumber + 1);
		}
		this.#lineNumber++;
	}

	collected(): CollectedRows {
		return this.#collector.rows();
	}

	/** What there is when looking on would take too long, with the beginning of the line under way. */
	giveUp(): CollectedRows {
		if (this.#line.length > 0) this.#endLine();
		return { ...this.#collector.rows(), isFull: true };
	}

	end(): CollectedRows | "binary" {
		if (!this.#endsWithNewline) this.#endLine();
		return this.isBinary ? "binary" : this.#collector.rows(this.#lineNumber - 1);
	}
}

function decode(bytes: Buffer, { lossy }: { lossy: boolean }): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: !lossy }).decode(bytes);
	} catch {
		return undefined;
	}
}
