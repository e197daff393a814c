import type { ArtifactSpace } from "../artifact-space.ts";
import { LineWindow } from "../line-window.ts";
import { defaultOutputLimits, type OutputLimits, uncutBytes } from "../output-limits.ts";
import type { OutputMeta } from "../output-meta.ts";
import { ArtifactMirror } from "./artifact-mirror.ts";
import { ProgressLines } from "./progress-lines.ts";
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
	/** False: equal lines are all shown. */
	readonly folds?: boolean;
}

/** Takes in any amount of output in bounded memory: the beginning and the end stay, the rest goes to an artifact. */
export class OutputSink implements Disposable {
	readonly #limits: OutputLimits;
	readonly #folds: boolean;
	readonly #window: LineWindow;
	readonly #artifact: ArtifactMirror;
	readonly #sanitizer = new StreamSanitizer();
	readonly #progress = new ProgressLines();
	/** All of it, until it goes to an artifact. */
	#raw = "";

	constructor(options: SinkOptions = {}) {
		this.#limits = options.limits ?? defaultOutputLimits;
		this.#folds = options.folds ?? true;
		this.#window = new LineWindow(this.#limits, { folds: this.#folds });
		this.#artifact = new ArtifactMirror(options.toolName ?? "tool", options.artifacts);
	}

	push(bytes: Uint8Array): void {
		this.#take(this.#progress.push(this.#sanitizer.push(bytes)));
	}

	/** What there is so far, as the model would see it. */
	dump(): SunkOutput {
		const { totalBytes, totalLines } = this.#window;
		const { pending } = this.#progress;
		const facts = { totalLines, totalBytes };
		if (this.#isShort) {
			const text = foldLines(this.#raw + pending, this.#folds);
			return { text, truncated: false, ...facts, elidedBytes: 0 };
		}
		const whole = this.#window.whole();
		if (whole !== undefined) {
			const meta = this.#window.hasCutLines ? { meta: this.#columns(true) } : {};
			return { text: whole + pending, truncated: false, ...facts, elidedBytes: 0, ...meta };
		}
		const { text, truncation } = this.#window.elided();
		const { id, droppedBytes, isRefused } = this.#artifact;
		const kept = {
			...(id !== undefined && { artifactId: id }),
			...(droppedBytes > 0 && { artifactDroppedBytes: droppedBytes }),
			...(isRefused && { artifactsFull: true as const }),
		};
		const meta = { truncation: { ...truncation, ...kept }, ...(this.#window.hasCutLines && this.#columns(false)) };
		return { text: text + pending, truncated: true, ...facts, elidedBytes: truncation.elidedBytes ?? 0, meta };
	}

	/** To be called when nothing more comes; a `dump` afterwards has everything. */
	end(): void {
		this.#take(this.#progress.push(this.#sanitizer.end()));
		this.#take(this.#progress.end());
		this.#artifact[Symbol.dispose]();
	}

	[Symbol.dispose](): void {
		this.end();
	}

	get #isShort(): boolean {
		return this.#window.totalBytes <= Math.min(uncutBytes, this.#limits.maxBytes);
	}

	#columns(namesArtifact: boolean): Pick<OutputMeta, "limits"> {
		const { id } = this.#artifact;
		const whole = namesArtifact && id !== undefined ? { whole: `artifact://${id}:raw` } : {};
		return { limits: { columnTruncated: { maxColumn: this.#limits.maxColumns, ...whole } } };
	}

	#take(text: string): void {
		if (text === "") return;
		this.#window.push(text);
		if (this.#artifact.isOpen) {
			this.#artifact.write(Buffer.from(text));
			return;
		}
		this.#raw += text;
		const leavesOut = this.#window.totalBytes > this.#limits.maxBytes || this.#window.hasCutLines;
		if (this.#isShort || !leavesOut) return;
		this.#artifact.open(Buffer.from(this.#raw));
		this.#raw = "";
	}
}

/** Few lines, with equal ones in a row shown as one. */
export function foldLines(text: string, folds = true): string {
	if (!folds) return text;
	const window = new LineWindow({ ...defaultOutputLimits, maxColumns: 0, maxBytes: Number.POSITIVE_INFINITY });
	window.push(text);
	return window.whole() ?? text;
}
