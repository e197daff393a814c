import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ScratchFolder, scratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";

/** What a path held at one moment. */
export type FileState =
	| { readonly kind: "file"; readonly mode: number; readonly content: KeptContent }
	| { readonly kind: "link"; readonly to: string };

/** The bytes of a file: small ones in memory, large ones in a file of the journal, or why they could not be kept. */
export type KeptContent =
	| { readonly in: "memory"; readonly bytes: Uint8Array }
	| { readonly in: "file"; readonly path: string }
	| { readonly in: "nowhere"; readonly reason: string };

/** One path before and after a change. Undoing entries from the last to the first restores the tree. */
export interface JournalEntry {
	readonly callId: string;
	readonly tool: string;
	/** The file itself, where the call named a link to it. */
	readonly path: string;
	/** Absent when there was nothing. */
	readonly before?: FileState;
	/** Absent when nothing is left. */
	readonly after?: FileState;
	/** Where the file was before it was moved here; that path has an entry of its own. */
	readonly movedFrom?: string;
	/** Folders that were made for it, innermost first. */
	readonly madeFolders?: readonly string[];
}

export interface ChangeJournalOptions {
	/** Contents larger than this go to a file. */
	readonly maxInlineBytes?: number;
	/** All contents in memory together; what comes later goes to files. */
	readonly maxMemoryBytes?: number;
	/** Older entries are dropped with their contents. */
	readonly maxEntries?: number;
}

/**
 * Before and after of the last changes that tools made to files, in memory and, for what is large, in a temporary folder: for clients
 * that show them with a result.
 */
export class ChangeJournal implements AsyncDisposable {
	readonly #maxInlineBytes: number;
	readonly #maxMemoryBytes: number;
	readonly #maxEntries: number;
	readonly #entries: JournalEntry[] = [];
	/** By hash: what one change leaves is what the next one finds. */
	readonly #kept = new Map<string, KeptContent>();
	#memoryBytes = 0;
	#fileCount = 0;
	#folder: Promise<ScratchFolder> | undefined;

	constructor(options: ChangeJournalOptions = {}) {
		const { maxInlineBytes = 64 * 1024, maxMemoryBytes = 4 * 1024 * 1024, maxEntries = 500 } = options;
		this.#maxInlineBytes = maxInlineBytes;
		this.#maxMemoryBytes = maxMemoryBytes;
		this.#maxEntries = maxEntries;
	}

	/** Oldest first. */
	get entries(): readonly JournalEntry[] {
		return this.#entries;
	}

	record(entries: readonly JournalEntry[]): void {
		this.#entries.push(...entries);
		const dropped = this.#entries.splice(0, Math.max(0, this.#entries.length - this.#maxEntries));
		if (dropped.length > 0) this.#forget(dropped);
	}

	/** Keeps some bytes; the same bytes are kept once. */
	async keep(bytes: Uint8Array): Promise<KeptContent> {
		const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
		const known = this.#kept.get(hash);
		if (known) return known;
		const isSmall = bytes.length <= this.#maxInlineBytes && this.#memoryBytes + bytes.length <= this.#maxMemoryBytes;
		if (!isSmall) return this.#remember(hash, await this.#inFile((path) => writeFile(path, bytes)));
		this.#memoryBytes += bytes.length;
		return this.#remember(hash, { in: "memory", bytes });
	}

	/** Keeps a file that is too large to be read. */
	keepFile(path: string): Promise<KeptContent> {
		return this.#inFile((copy) => copyFile(path, copy));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await (await this.#folder)?.[Symbol.asyncDispose]();
	}

	#remember(hash: string, content: KeptContent): KeptContent {
		if (content.in !== "nowhere") this.#kept.set(hash, content);
		return content;
	}

	#forget(dropped: readonly JournalEntry[]): void {
		const used = new Set(this.#entries.flatMap(contentsOf));
		const unused = new Set(dropped.flatMap(contentsOf).filter((content) => !used.has(content)));
		for (const [hash, content] of this.#kept) {
			if (!unused.has(content)) continue;
			this.#kept.delete(hash);
			if (content.in === "memory") this.#memoryBytes -= content.bytes.length;
		}
		for (const content of unused) {
			if (content.in === "file")
				void ignoreFailure(rm(content.path, { force: true }), "the folder goes with the session");
		}
	}

	/** A full disk must not keep a change from being made; it can only not be undone. */
	#inFile(write: (path: string) => Promise<void>): Promise<KeptContent> {
		const attempt = async (): Promise<KeptContent> => {
			this.#folder ??= scratchFolder();
			const path = join((await this.#folder).path, String(++this.#fileCount));
			await write(path);
			return { in: "file", path };
		};
		const lost: KeptContent = { in: "nowhere", reason: "there was no room for it" };
		return withFallback(attempt, lost, "the change is made; it can only not be undone");
	}
}

function contentsOf({ before, after }: JournalEntry): KeptContent[] {
	return [before, after].flatMap((state) => (state?.kind === "file" ? [state.content] : []));
}
