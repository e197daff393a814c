import { ArtifactMirror } from "./artifact-mirror.ts";
import type { ArtifactSpace } from "./artifact-space.ts";
import { sliceBytes } from "./cut-line.ts";
import { elideMiddle } from "./elide-middle.ts";
import { EndsWindow } from "./ends-window.ts";
import { defaultOutputLimits, type OutputLimits } from "./output-limits.ts";
import type { OutputMeta } from "./output-meta.ts";
import { StreamSanitizer } from "./sanitize-output.ts";

export interface SunkOutput {
	readonly text: string;
	readonly truncated: boolean;
	readonly totalLines: number;
	readonly totalBytes: number;
	readonly elidedBytes: number;
	/** For `details.meta`; absent when nothing is missing. */
	readonly meta?: OutputMeta;
}

export interface SinkOptions {
	readonly limits?: OutputLimits;
	/** Where everything goes as soon as something has to be left out here. */
	readonly artifacts?: ArtifactSpace;
	readonly toolName?: string;
}

/** Takes in any amount of output in bounded memory: the beginning and the end stay, the rest goes to an artifact. */
export class OutputSink implements Disposable {
	readonly #limits: OutputLimits;
	readonly #window: EndsWindow;
	readonly #artifact: ArtifactMirror;
	readonly #sanitizer = new StreamSanitizer();
	#totalBytes = 0;
	#newlines = 0;
	#endsWithNewline = true;
	/** Bytes of the line under way, and whether the rest of it is dropped. */
	#columnBytes = 0;
	#lineIsCut = false;
	#cutLines = 0;

	constructor(options: SinkOptions = {}) {
		this.#limits = options.limits ?? defaultOutputLimits;
		this.#window = new EndsWindow(this.#limits);
		this.#artifact = new ArtifactMirror(options.toolName ?? "tool", options.artifacts);
	}

	push(bytes: Uint8Array): void {
		this.#take(this.#sanitizer.push(bytes));
	}

	/** What there is so far, as the model would see it. */
	dump(): SunkOutput {
		const totalBytes = this.#totalBytes;
		const totalLines = this.#newlines + (this.#endsWithNewline ? 0 : 1);
		const columns = this.#cutLines > 0 ? { limits: { columnTruncated: { maxColumn: this.#limits.maxColumns } } } : {};
		const whole = this.#window.whole();
		const artifactId = this.#artifact.id;
		if (whole !== undefined) {
			const meta = this.#cutLines > 0 ? { meta: columns } : {};
			return { text: whole, truncated: false, totalLines, totalBytes, elidedBytes: 0, ...meta };
		}
		const { text, truncation } = elideMiddle({ ...this.#window.ends(), totalLines, totalBytes }, this.#limits);
		const { droppedBytes, isRefused } = this.#artifact;
		const kept = {
			...(artifactId !== undefined && { artifactId }),
			...(droppedBytes > 0 && { artifactDroppedBytes: droppedBytes }),
			...(isRefused && { artifactsFull: true as const }),
		};
		const meta = { truncation: { ...truncation, ...kept }, ...columns };
		return { text, truncated: true, totalLines, totalBytes, elidedBytes: truncation.elidedBytes ?? 0, meta };
	}

	/** To be called when nothing more comes; a `dump` afterwards has everything. */
	end(): void {
		this.#take(this.#sanitizer.end());
		this.#artifact[Symbol.dispose]();
	}

	[Symbol.dispose](): void {
		this.end();
	}

	#take(text: string): void {
		if (text === "") return;
		for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#newlines++;
		this.#endsWithNewline = text.endsWith("\n");
		const shown = this.#capColumns(text);
		const shownBytes = Buffer.from(shown);
		const bytes = shown === text ? shownBytes : Buffer.from(text);
		this.#totalBytes += bytes.length;
		const leavesOut = shown !== text || this.#window.wouldOverflow(shownBytes.length);
		if (leavesOut && !this.#artifact.isOpen) this.#artifact.open(this.#window.everythingSoFar());
		this.#artifact.write(bytes);
		this.#window.push(shownBytes);
	}

	#capColumns(text: string): string {
		const { maxColumns } = this.#limits;
		if (maxColumns === 0) return text;
		let shown = "";
		/** Up to here, `text` is in `shown` or was dropped. */
		let from = 0;
		let lineStart = 0;
		while (lineStart < text.length) {
			const newline = text.indexOf("\n", lineStart);
			const lineEnd = newline === -1 ? text.length : newline;
			const line = lineBytes(text, lineStart, lineEnd, maxColumns - this.#columnBytes);
			if (this.#lineIsCut || line > maxColumns - this.#columnBytes) {
				shown += text.slice(from, lineStart);
				if (!this.#lineIsCut) {
					const room = Math.max(0, maxColumns - this.#columnBytes);
					shown += `${sliceBytes(text.slice(lineStart, Math.min(lineEnd, lineStart + room + 1)), room)}…`;
					this.#lineIsCut = true;
					this.#cutLines++;
				}
				from = lineEnd;
			}
			this.#columnBytes += line;
			if (newline === -1) break;
			this.#columnBytes = 0;
			this.#lineIsCut = false;
			lineStart = newline + 1;
		}
		return from === 0 ? text : shown + text.slice(from);
	}
}

/** The bytes of a part of a text; only counted where the number of units leaves room for doubt. */
function lineBytes(text: string, start: number, end: number, room: number): number {
	const units = end - start;
	return units > room || units * 3 <= room ? units : Buffer.byteLength(text.slice(start, end));
}
