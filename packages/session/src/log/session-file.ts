import { join } from "node:path";
import { CURRENT_SESSION_VERSION, type SessionHeader, type TitleSource } from "../entry/entry.ts";
import { versionOf } from "../entry/migrate.ts";
import type { Problem } from "../entry/problem.ts";
import { SessionError } from "../session-error.ts";
import { artifactsDirectoryOf, asideName } from "../storage/file-name.ts";
import type { Lock } from "../storage/lock.ts";
import type { Storage } from "../storage/storage.ts";
import type { EntryStore } from "./entry-store.ts";
import type { SessionEnvironment } from "./session-environment.ts";

export interface SessionFileParts {
	readonly environment: SessionEnvironment;
	readonly header: SessionHeader;
	readonly file: string | undefined;
	readonly lock?: Lock | undefined;
	readonly store: EntryStore;
	report(problem: Problem): void;
}

/** A session on disk: path, header, lock, draft, and artifact folder. */
export class SessionFile {
	#header: SessionHeader;
	#path: string | undefined;
	#lock: Lock | undefined;
	readonly #draft: Draft;
	#wasMadeForDraft: boolean;
	#isReleased = false;
	/** Serializes rewrites. */
	#rewriting: Promise<void> = Promise.resolve();

	constructor(private readonly parts: SessionFileParts) {
		this.#header = parts.header;
		this.#path = parts.file;
		this.#lock = parts.lock;
		this.#draft = new Draft(parts.environment.storage, () => artifactsDirectoryOf(this.#path ?? ""));
		this.#wasMadeForDraft = parts.store.journal !== undefined && this.#draft.text !== undefined;
	}

	get path(): string | undefined {
		return this.#path;
	}

	get header(): SessionHeader {
		return this.#header;
	}

	adoptHeader(header: SessionHeader): void {
		this.#header = header;
	}

	/** True if the file was created only for a draft that is gone. */
	get isForgottenDraft(): boolean {
		return this.#wasMadeForDraft && this.#draft.text === undefined;
	}

	create(): boolean {
		if (this.parts.store.journal) return true;
		if (this.#path === undefined || this.#isReleased) return false;
		if (!this.parts.store.create(this.#path, headerLine(this.#header))) return false;
		this.#lock = this.#claim(this.#path);
		return true;
	}

	/** The title goes into the header, or into the file's title slot. */
	async saveTitle(title: string, titleSource: TitleSource, updatedAt: string): Promise<void> {
		this.#header = { ...this.#header, title, titleSource };
		const { journal } = this.parts.store;
		// The header of a newer version may have fields we do not understand; the log has the title, too.
		if (!journal || versionOf(this.#header) > CURRENT_SESSION_VERSION) return;
		if (!journal.hasTitleSlot) return this.#rewriteHeader();
		try {
			journal.writeTitleSlot({ type: "title", v: 1, title, source: titleSource, updatedAt });
		} catch (error) {
			this.parts.store.noteFailure(error, journal.path);
		}
	}

	async saveDirectories(directories: readonly string[]): Promise<void> {
		const { additionalDirectories: _before, ...header } = this.#header;
		this.#header = directories.length === 0 ? header : { ...header, additionalDirectories: [...directories] };
		if (this.parts.store.journal) await this.#rewriteHeader();
	}

	async relocate(path: string, header: SessionHeader): Promise<void> {
		await this.settled();
		const from = this.#path;
		if (from === undefined) throw new SessionError("write-failed", "A session in memory has no file to move");
		if (this.parts.store.journal && path !== from) this.#moveFiles(from, path);
		this.#path = path;
		this.#header = header;
		if (this.parts.store.journal) await this.#rewriteHeader();
	}

	async continueIn(path: string): Promise<boolean> {
		await this.settled();
		const { storage } = this.parts.environment;
		const from = this.#path;
		const previous = from === undefined ? [] : [from];
		const header: SessionHeader = {
			...this.#header,
			previousSessionFiles: [...(this.#header.previousSessionFiles ?? []), ...previous],
		};
		if (!this.parts.store.create(path, headerLine(header))) return false;
		this.#lock?.release();
		this.#lock = this.#claim(path);
		this.#header = header;
		this.#path = path;
		if (from !== undefined && storage.exists(artifactsDirectoryOf(from))) this.#copyArtifacts(from, path);
		return true;
	}

	/** Copies the file before an irreversible change. */
	saveCopy(timestamp: string): void {
		const { journal } = this.parts.store;
		if (journal) this.parts.environment.storage.copy(journal.path, asideName(journal.path, timestamp, "backup"));
	}

	saveDraft(text: string): void {
		if (this.#path === undefined) return;
		if (text !== "" && !this.parts.store.journal) this.#wasMadeForDraft = this.create();
		this.#draft.save(text);
	}

	consumeDraft(): string | undefined {
		if (this.#path === undefined) return undefined;
		const { text } = this.#draft;
		if (text !== undefined) this.#draft.save("");
		return text;
	}

	/** Resolves when no rewrite is running. */
	settled(): Promise<void> {
		return this.#rewriting;
	}

	remove(): void {
		this.release();
		if (this.#path !== undefined) this.parts.environment.storage.deleteSessionWithArtifacts(this.#path);
	}

	/** After the release nothing is written; late entries stay in memory. */
	get isReleased(): boolean {
		return this.#isReleased;
	}

	release(): void {
		this.#isReleased = true;
		this.parts.store.close();
		this.#lock?.release();
		this.#lock = undefined;
	}

	#rewriteHeader(): Promise<void> {
		this.#rewriting = this.#rewriting.then(async () => {
			const { journal } = this.parts.store;
			try {
				await journal?.replaceHeader(headerLine(this.#header));
			} catch (error) {
				this.parts.store.noteFailure(error, journal?.path ?? "");
			}
		});
		return this.#rewriting;
	}

	#moveFiles(from: string, to: string): void {
		const { storage } = this.parts.environment;
		if (storage.exists(to)) throw new SessionError("write-failed", `There is already a session file at ${to}`);
		this.parts.store.move(to);
		const artifacts = artifactsDirectoryOf(from);
		try {
			if (storage.exists(artifacts)) storage.rename(artifacts, artifactsDirectoryOf(to));
		} catch (error) {
			this.parts.store.move(from);
			throw error;
		}
		this.#lock?.release();
		this.#lock = this.#claim(to);
	}

	#copyArtifacts(from: string, to: string): void {
		try {
			this.parts.environment.storage.copyDirectory(artifactsDirectoryOf(from), artifactsDirectoryOf(to));
		} catch (error) {
			const message = `The artifacts of the session stay in ${artifactsDirectoryOf(from)}: ${String(error)}`;
			this.parts.report({ kind: "write-failed", message });
		}
	}

	#claim(path: string): Lock | undefined {
		const result = this.parts.environment.storage.lock(path);
		if (result.kind === "locked") return result.lock;
		this.parts.report({ kind: "lock-unavailable", message: `The session file ${path} could not be locked` });
		return undefined;
	}
}

export function headerLine(header: SessionHeader): string {
	return `${JSON.stringify(header)}\n`;
}

/** Unsent editor text, stored in the session's folder. */
class Draft {
	constructor(
		private readonly storage: Storage,
		private readonly folder: () => string,
	) {}

	get text(): string | undefined {
		return this.storage.readText(this.#file);
	}

	/** Empty text removes the draft. */
	save(text: string): void {
		if (text !== "") this.storage.writeTextAtomic(this.#file, text);
		else if (this.storage.exists(this.#file)) this.storage.unlink(this.#file);
	}

	get #file(): string {
		return join(this.folder(), "draft.txt");
	}
}
