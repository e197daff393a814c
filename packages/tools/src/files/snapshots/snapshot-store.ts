import { type LineSpan, mergeSpans } from "./line-span.ts";
import { normalizeLineEnds, snapshotTag } from "./snapshot-tag.ts";

/** A version of a file that the model was shown or has written. */
export interface Snapshot {
	readonly tag: string;
	/** With `\n` line ends; everything else as decoded. */
	readonly text: string;
	/** Lines that were shown in full. */
	readonly seen: readonly LineSpan[];
}

export interface Snapshots {
	/** Remembers a version and names it; `undefined` when the text is too large to be kept, or the path fits into no header. */
	record(path: string, text: string, seen: readonly LineSpan[] | "all"): string | undefined;
	find(path: string, tag: string): Snapshot | undefined;
	/** The versions known of a file, newest first. */
	versions(path: string): readonly Snapshot[];
	/** Whether a version was known once and had to make room. */
	wasForgotten(path: string, tag: string): boolean;
	/** The files that have a version of this name. */
	pathsWith(tag: string): readonly string[];
	/** A moved file keeps its past. */
	move(from: string, to: string): void;
	forget(path: string): void;
}

export const maxSnapshotBytes = 4 * 1024 * 1024;
/** What all versions may take together. */
const maxStoredChars = 32 * 1024 * 1024;

/**
 * What a session's edits can refer to: every version the model was shown, until they take too much memory. It is not a cache
 * of files: whoever edits reads the disk.
 */
export class SnapshotStore implements Snapshots {
	/** The path used last comes last; versions newest first. */
	readonly #versions = new Map<string, readonly Snapshot[]>();
	readonly #forgotten = new Map<string, Set<string>>();
	#storedChars = 0;

	constructor(private readonly maxChars = maxStoredChars) {}

	record(path: string, text: string, seen: readonly LineSpan[] | "all"): string | undefined {
		// A header has one line, so such a name could not be given back.
		if (/[\r\n]/.test(path) || exceeds(text, maxSnapshotBytes)) return undefined;
		const plain = normalizeLineEnds(text);
		const tag = snapshotTag(plain);
		const known = this.#versions.get(path) ?? [];
		const before = known.find((version) => version.tag === tag);
		const shown = seen === "all" ? [{ start: 1, end: countLines(plain) }] : seen;
		const version: Snapshot = { tag, text: plain, seen: mergeSpans([...(before?.seen ?? []), ...shown]) };
		this.#forgotten.get(path)?.delete(tag);
		this.#put(path, [version, ...known.filter((other) => other !== before)]);
		this.#makeRoom(version);
		return tag;
	}

	find(path: string, tag: string): Snapshot | undefined {
		const wanted = tag.toUpperCase();
		return this.versions(path).find((version) => version.tag === wanted);
	}

	versions(path: string): readonly Snapshot[] {
		const versions = this.#versions.get(path);
		if (versions) this.#put(path, versions);
		return versions ?? [];
	}

	wasForgotten(path: string, tag: string): boolean {
		return this.#forgotten.get(path)?.has(tag.toUpperCase()) ?? false;
	}

	pathsWith(tag: string): readonly string[] {
		const wanted = tag.toUpperCase();
		return [...this.#versions].flatMap(([path, versions]) =>
			versions.some((version) => version.tag === wanted) ? [path] : [],
		);
	}

	move(from: string, to: string): void {
		const versions = this.#versions.get(from);
		if (!versions) return;
		this.#put(from, []);
		this.#put(to, versions);
	}

	forget(path: string): void {
		this.#put(path, []);
		this.#forgotten.delete(path);
	}

	#put(path: string, versions: readonly Snapshot[]): void {
		this.#storedChars += charsOf(versions) - charsOf(this.#versions.get(path) ?? []);
		this.#versions.delete(path);
		if (versions.length > 0) this.#versions.set(path, versions);
	}

	/** The oldest version of the file that was unused for longest goes first; the newest of all stays. */
	#makeRoom(newest: Snapshot): void {
		for (const [path, versions] of this.#versions) {
			let kept = versions;
			while (this.#storedChars > this.maxChars && kept.length > 0 && kept.at(-1) !== newest) {
				const dropped = kept.at(-1);
				kept = kept.slice(0, -1);
				if (!dropped) break;
				this.#storedChars -= dropped.text.length;
				this.#forgotten.set(path, (this.#forgotten.get(path) ?? new Set()).add(dropped.tag));
			}
			if (kept === versions) return;
			if (kept.length > 0) this.#versions.set(path, kept);
			else this.#versions.delete(path);
		}
	}
}

function charsOf(versions: readonly Snapshot[]): number {
	return versions.reduce((sum, { text }) => sum + text.length, 0);
}

function exceeds(text: string, maxBytes: number): boolean {
	// A string has at least as many bytes as units, and at most three times as many.
	if (text.length > maxBytes) return true;
	return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** A final newline makes one more line that can be addressed. */
function countLines(text: string): number {
	let count = 1;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
	return count;
}
