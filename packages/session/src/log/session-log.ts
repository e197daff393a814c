import { dirname } from "node:path";
import { type Artifacts, FolderArtifacts, MemoryArtifacts } from "../blobs/artifacts.ts";
import type { CompactionEntry, SessionEntry, SessionHeader, TitleSource } from "../entry/entry.ts";
import { newEntryId } from "../entry/entry-id.ts";
import { buildEnvelope } from "../entry/envelope.ts";
import type { SessionMessage } from "../entry/message.ts";
import {
	branchSummary,
	completeEntry,
	customEntry,
	customMessageEntry,
	labelChange,
	modeChange,
	modelChange,
	type NewEntry,
	thinkingLevelChange,
	type Unplaced,
} from "../entry/new-entry.ts";
import { duplicateId, type Problem, ProblemList } from "../entry/problem.ts";
import { cleanSessionName } from "../entry/title.ts";
import { SessionError } from "../session-error.ts";
import { artifactsDirectoryOf } from "../storage/file-name.ts";
import type { Lock } from "../storage/lock.ts";
import { type ContextOptions, contextOfPath, type PathStep, type SessionContext } from "../tree/context.ts";
import { type EntryRecord, heldRecord } from "../tree/entry-record.ts";
import { EntryTree } from "../tree/tree.ts";
import type { UsageStatistics } from "../tree/usage-totals.ts";
import { UsageCounter } from "../tree/usage-totals.ts";
import { EntryStore } from "./entry-store.ts";
import type { Journal } from "./journal/journal.ts";
import type { SessionEnvironment } from "./session-environment.ts";
import { SessionFile } from "./session-file.ts";
import { SessionLifetime } from "./session-lifetime.ts";

export interface SessionLogParts {
	readonly environment: SessionEnvironment;
	readonly header: SessionHeader;
	/** The path of the log, also before it is written; absent for an in-memory session. */
	readonly file: string | undefined;
	readonly journal?: Journal | undefined;
	readonly lock?: Lock | undefined;
	readonly records?: readonly EntryRecord[] | undefined;
	readonly problems?: readonly Problem[] | undefined;
	/** How much of the log the index covers. */
	readonly indexedLength?: number | undefined;
	/** Why the session cannot be written, if known from the start. */
	readonly failure?: SessionError | undefined;
	/** Opened for reading: appends stay in memory, without a warning. */
	readonly readOnly?: boolean | undefined;
}

export interface SessionTreeNode {
	readonly id: string;
	readonly type: string;
	readonly label: string | undefined;
	readonly children: SessionTreeNode[];
	/** Loaded from the file on access; `undefined` if unreadable. */
	readonly entry: SessionEntry | undefined;
}

/**
 * One session: owns its tree, leaf and file. When `append` returns, the entry has reached the operating system. A
 * session without a prompt is not written at all.
 */
export class SessionLog {
	readonly environment: SessionEnvironment;
	readonly artifacts: Artifacts;
	readonly isReadOnly: boolean;
	readonly #tree = new EntryTree<EntryRecord>();
	readonly #store: EntryStore;
	readonly #file: SessionFile;
	readonly #problems: ProblemList;
	readonly #usage = new UsageCounter(() => this.#tree.nodes);
	readonly #lifetime: SessionLifetime;
	readonly #appendListeners = new Set<(entry: SessionEntry) => void>();

	/** Created by `createSession`, `openSession` and the like. */
	constructor(parts: SessionLogParts) {
		const { environment, file } = parts;
		this.environment = environment;
		this.isReadOnly = parts.readOnly ?? false;
		this.#problems = new ProblemList(environment.onProblem);
		for (const problem of parts.problems ?? []) this.#problems.add(problem);
		this.#store = new EntryStore(
			{
				storage: environment.storage,
				blobs: environment.blobs,
				problems: this.#problems,
				records: () => this.#tree.nodes,
				onForeign: (records) => this.#add(records),
				onHeader: (header) => this.#file.adoptHeader(header),
				onDamaged: () => this.#tree.forgetPath(),
				timestamp: () => this.#timestamp(),
				...(!this.isReadOnly && { indexedLength: parts.indexedLength ?? 0 }),
			},
			parts.journal,
		);
		this.#file = new SessionFile({ ...parts, store: this.#store, report: (problem) => this.#problems.add(problem) });
		this.#lifetime = new SessionLifetime({ store: this.#store, file: this.#file, isReadOnly: this.isReadOnly });
		this.#add(parts.records ?? []);
		const last = this.#tree.nodes.findLast((record) => !record.damaged);
		if (last) this.#tree.branch(last.id);
		this.artifacts =
			file === undefined ? new MemoryArtifacts() : new FolderArtifacts(() => this.artifactsDirectory ?? file);
		if (parts.failure && file) this.#store.noteFailure(parts.failure, file);
	}

	get header(): SessionHeader {
		return this.#file.header;
	}

	get id(): string {
		return this.header.id;
	}

	get cwd(): string {
		return this.header.cwd;
	}

	get name(): string | undefined {
		return this.header.title;
	}

	/** The path of the log, also before it is written; `undefined` for an in-memory session. */
	get file(): string | undefined {
		return this.#file.path;
	}

	get directory(): string | undefined {
		return this.file && dirname(this.file);
	}

	get artifactsDirectory(): string | undefined {
		return this.file && artifactsDirectoryOf(this.file);
	}

	get isOnDisk(): boolean {
		return this.#store.journal !== undefined;
	}

	/** All problems since the session was opened. */
	get problems(): readonly Problem[] {
		return this.#problems.all;
	}

	report(problem: Problem): void {
		this.#problems.add(problem);
	}

	/** The error that currently prevents writing. */
	get writeError(): SessionError | undefined {
		return this.#store.error;
	}

	get leafId(): string | null {
		return this.#tree.leafId;
	}

	/** True once a model has answered, even with an error. */
	get hasReply(): boolean {
		return this.#lifetime.hasReply;
	}

	findEntry(id: string): SessionEntry | undefined {
		const record = this.#tree.find(id);
		return record && this.#store.load(record);
	}

	/** All entries in file order, loaded one at a time. */
	*entries(): Generator<SessionEntry> {
		for (const record of this.#tree.nodes) {
			const entry = this.#store.load(record);
			if (entry) yield entry;
		}
	}

	/** From the root to the leaf or a given entry; bodies are loaded on demand. */
	path(to?: string | null): readonly PathStep[] {
		return this.#tree.path(to);
	}

	/** Oldest first; the roots for `null`. */
	children(id: string | null): readonly PathStep[] {
		return this.#tree.children(id);
	}

	tree(): SessionTreeNode[] {
		const store = this.#store;
		return this.#tree.subtrees<SessionTreeNode>((record, label) => ({
			id: record.id,
			type: record.type,
			label,
			children: [],
			get entry() {
				return store.load(record);
			},
		}));
	}

	findLabel(id: string): string | undefined {
		return this.#tree.label(id);
	}

	context(options: ContextOptions = {}): SessionContext {
		return contextOfPath(this.path(), options);
	}

	/** Over all branches. Reads every reply the first time; `knownUsage` and `countUsage` do not block. */
	usage(): UsageStatistics {
		return this.#usage.total();
	}

	/** The same if it is available without blocking. */
	get knownUsage(): UsageStatistics | undefined {
		return this.#usage.known;
	}

	/** Computes in the background what `knownUsage` lacks. */
	countUsage(): Promise<void> {
		return this.#usage.complete();
	}

	/** Appends a child of the leaf, which becomes the leaf, and returns its id. */
	append(fields: NewEntry): string {
		const id = newEntryId(this.environment.host, (candidate) => this.#tree.has(candidate));
		const entry = completeEntry(fields, { id, parentId: this.#tree.leafId, timestamp: this.#timestamp() });
		const record = heldRecord(buildEnvelope(entry), entry, { isOwn: true });
		this.#add([record]);
		this.#tree.branch(id);
		this.#lifetime.appended(record);
		for (const listener of this.#appendListeners) listener(entry);
		return id;
	}

	/** Calls the listener with every entry that is appended here; gives the function that ends it. */
	onAppend(listener: (entry: SessionEntry) => void): () => void {
		this.#appendListeners.add(listener);
		return () => this.#appendListeners.delete(listener);
	}

	/** Adds an entry that was made elsewhere, with its id and parent; it becomes the leaf. For logs that are opened for reading. */
	adopt(entry: SessionEntry): void {
		if (!this.isReadOnly) throw new SessionError("read-only", "Entries are adopted only by a log opened for reading");
		if (this.#tree.has(entry.id)) return;
		this.#add([heldRecord(buildEnvelope(entry), entry, { isOwn: true })]);
		this.#tree.branch(entry.id);
	}

	appendMessage(message: SessionMessage): string {
		return this.append({ type: "message", message });
	}

	appendModelChange(...change: Parameters<typeof modelChange>): string {
		return this.append(modelChange(...change));
	}

	appendThinkingLevelChange(...change: Parameters<typeof thinkingLevelChange>): string {
		return this.append(thinkingLevelChange(...change));
	}

	appendCompaction(compaction: Omit<Unplaced<CompactionEntry>, "type">): string {
		return this.append({ type: "compaction", ...compaction });
	}

	appendCustomEntry(...custom: Parameters<typeof customEntry>): string {
		return this.append(customEntry(...custom));
	}

	appendCustomMessageEntry(...message: Parameters<typeof customMessageEntry>): string {
		return this.append(customMessageEntry(...message));
	}

	appendLabelChange(targetId: string, label?: string): string {
		if (!this.#tree.has(targetId)) throw new SessionError("entry-not-found", `Entry ${targetId} not found`);
		return this.append(labelChange(targetId, label));
	}

	appendModeChange(...change: Parameters<typeof modeChange>): string {
		return this.append(modeChange(...change));
	}

	/** The next entry will be a child of this one. */
	branch(id: string): void {
		this.#tree.branch(id);
	}

	/** The next entry will be a root. */
	resetLeaf(): void {
		this.#tree.resetLeaf();
	}

	/** Continues from an entry, or before the first, with a summary of the abandoned branch. */
	branchWithSummary(id: string | null, summary: string, details?: unknown, fromExtension?: boolean): string {
		if (id === null) this.#tree.resetLeaf();
		else this.#tree.branch(id);
		return this.append(branchSummary(id, summary, details, fromExtension));
	}

	/** False when the user's name takes precedence over an automatic one. */
	async setName(name: string, source: TitleSource = "user", options: { trigger?: string } = {}): Promise<boolean> {
		const title = cleanSessionName(name);
		if (title === "") throw new SessionError("empty-name", "Session name cannot be empty");
		if (source === "auto" && this.header.titleSource === "user") return false;
		const previousTitle = this.header.title;
		this.append({ type: "title_change", title, source, ...(previousTitle && { previousTitle }), ...options });
		await this.#file.saveTitle(title, source, this.#timestamp());
		return true;
	}

	/** Additional workspace folders, stored with the session. */
	setAdditionalDirectories(directories: readonly string[]): Promise<void> {
		return this.#file.saveDirectories(directories);
	}

	/** Changes entries in place, for example to prune them; ids and order stay. */
	rewriteEntries(change: (entry: SessionEntry) => SessionEntry): void {
		if (this.#problems.all.some(({ kind }) => kind === "bad-line")) this.#file.saveCopy(this.#timestamp());
		this.#store.rewrite(change);
		this.#usage.reset();
	}

	/** The lines of all entries, or of the path to one, as in the file. */
	*lines(to?: string): Generator<Buffer> {
		for (const record of to === undefined ? this.#tree.nodes : this.#tree.path(to)) {
			if (!record.damaged) yield this.#store.readLine(record);
		}
	}

	/** Writes the file even without a prompt; false when that is not possible. */
	ensureOnDisk(): boolean {
		return this.#lifetime.ensureOnDisk();
	}

	/** Writes everything to another file and continues there, for example when the disk is full. */
	continueIn(file: string): Promise<boolean> {
		return this.#file.continueIn(file);
	}

	/** Moves log and artifacts to another path with another header, all or nothing. */
	relocate(file: string, header: SessionHeader): Promise<void> {
		return this.#file.relocate(file, header);
	}

	saveDraft(text: string): void {
		this.#file.saveDraft(text);
	}

	/** Returns the draft and removes it. */
	consumeDraft(): string | undefined {
		return this.#file.consumeDraft();
	}

	/** Resolves when everything appended is durable; rejects with the write error otherwise. */
	flush(): Promise<void> {
		return this.#lifetime.flush();
	}

	flushSync(): void {
		this.#lifetime.flushSync();
	}

	/** Flushes and releases the file. A session created only for a draft that is gone is removed. */
	close(): Promise<void> {
		return this.#lifetime.close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	/** Deletes log and artifacts and ends the session. */
	drop(): Promise<void> {
		return this.#lifetime.drop();
	}

	#add(records: readonly EntryRecord[]): void {
		for (const record of records) {
			record.reader = this.#store;
			if (!this.#tree.add(record)) this.#problems.add(duplicateId(record));
			this.#lifetime.note(record);
		}
	}

	#timestamp(): string {
		return new Date(this.environment.host.now()).toISOString();
	}
}
