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
	/** A moved file keeps its past. */
	move(from: string, to: string): void;
	forget(path: string): void;
}

const maxPaths = 30;
const maxVersions = 4;
export const maxSnapshotBytes = 4 * 1024 * 1024;

/** What a session's edits can refer to. It is not a cache of files: whoever edits reads the disk. */
export class SnapshotStore implements Snapshots {
	/** The path used last comes last; versions newest first. */
	readonly #versions = new Map<string, readonly Snapshot[]>();

	record(path: string, text: string, seen: readonly LineSpan[] | "all"): string | undefined {
		// A header has one line, so such a name could not be given back.
		if (/[\r\n]/.test(path) || exceeds(text, maxSnapshotBytes)) return undefined;
		const plain = normalizeLineEnds(text);
		const tag = snapshotTag(plain);
		const known = this.#versions.get(path) ?? [];
		const before = known.find((version) => version.tag === tag);
		const shown = seen === "all" ? [{ start: 1, end: countLines(plain) }] : seen;
		const version: Snapshot = { tag, text: plain, seen: mergeSpans([...(before?.seen ?? []), ...shown]) };
		const versions = [version, ...known.filter((other) => other.tag !== tag)].slice(0, maxVersions);
		this.#use(path, versions);
		return tag;
	}

	find(path: string, tag: string): Snapshot | undefined {
		const wanted = tag.toUpperCase();
		return this.versions(path).find((version) => version.tag === wanted);
	}

	versions(path: string): readonly Snapshot[] {
		const versions = this.#versions.get(path);
		if (versions) this.#use(path, versions);
		return versions ?? [];
	}

	move(from: string, to: string): void {
		const versions = this.#versions.get(from);
		if (!versions) return;
		this.#versions.delete(from);
		this.#use(to, versions);
	}

	forget(path: string): void {
		this.#versions.delete(path);
	}

	#use(path: string, versions: readonly Snapshot[]): void {
		this.#versions.delete(path);
		this.#versions.set(path, versions);
		const [oldest] = this.#versions.keys();
		if (this.#versions.size > maxPaths && oldest !== undefined) this.#versions.delete(oldest);
	}
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
