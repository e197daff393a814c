import type { ServiceTier, SessionEntry, SessionHeader, SessionInitEntry, TitleSource } from "../entry/entry.ts";
import type { NewEntry, Unplaced } from "../entry/new-entry.ts";
import { type SessionInfo, SessionListing } from "../listing/session-listing.ts";
import type { SessionEnvironment } from "../log/session-environment.ts";
import type { SessionLog, SessionTreeNode } from "../log/session-log.ts";
import { SessionError } from "../session-error.ts";
import { defaultSessionDirectory } from "../storage/file-name.ts";
import { type ContextOptions, type SessionContext, stateOfPath } from "../tree/context.ts";
import type { UsageStatistics } from "../tree/usage-totals.ts";
import { branchSession, forkSession, forkSessionFile, moveSession } from "./copy-session.ts";
import { createSession, inMemorySession } from "./create-session.ts";
import { type OpenResult, openSession } from "./open-session.ts";

/** The static methods of the SDK's `SessionManager`, for one environment. */
export function sessionManagers(environment: SessionEnvironment) {
	const inDirectory = (directory: string | undefined): SessionEnvironment =>
		directory === undefined ? environment : { ...environment, sessionDir: directory };
	const managed = (log: SessionLog) => new SessionManager(log);
	return {
		create: (cwd: string = environment.host.cwd, directory?: string): SessionManager =>
			managed(createSession(inDirectory(directory), { cwd })),
		open: async (path: string, directory?: string): Promise<SessionManager> =>
			managed(expectOpened(openSession(inDirectory(directory), path))),
		continueRecent: async (cwd: string = environment.host.cwd, directory?: string): Promise<SessionManager> =>
			managed(expectOpened(continueRecentSession(inDirectory(directory), cwd))),
		forkFrom: async (path: string, cwd: string = environment.host.cwd, directory?: string): Promise<SessionManager> => {
			const fork = await forkSessionFile(inDirectory(directory), path, cwd);
			if (!fork) throw new SessionError("unreadable", `There is no session in ${path}`);
			return managed(fork);
		},
		inMemory: (cwd: string = environment.host.cwd): SessionManager => managed(inMemorySession(environment, { cwd })),
		list: async (cwd: string = environment.host.cwd, directory?: string): Promise<SessionInfo[]> =>
			new SessionListing(inDirectory(directory)).list(cwd),
		listAll: async (): Promise<SessionInfo[]> => new SessionListing(environment).listAll(),
		getDefaultSessionDir: (cwd: string, agentDir: string = environment.agentDir): string =>
			defaultSessionDirectory(environment.host, agentDir, cwd),
	};
}

/** The SDK's session API: holds the current log and replaces it on switch. */
export class SessionManager {
	#log: SessionLog;

	constructor(log: SessionLog) {
		this.#log = log;
	}

	get log(): SessionLog {
		return this.#log;
	}

	/** Switches to a log that the caller has opened; the caller has closed the previous one. */
	follow(log: SessionLog): void {
		this.#log = log;
	}

	getHeader(): SessionHeader {
		return this.#log.header;
	}

	getSessionId(): string {
		return this.#log.id;
	}

	getSessionFile(): string | undefined {
		return this.#log.file;
	}

	getSessionDir(): string | undefined {
		return this.#log.directory;
	}

	getSessionName(): string | undefined {
		return this.#log.name;
	}

	getCwd(): string {
		return this.#log.cwd;
	}

	getArtifactsDir(): string | undefined {
		return this.#log.artifactsDirectory;
	}

	getLeafId(): string | null {
		return this.#log.leafId;
	}

	getLeafEntry(): SessionEntry | undefined {
		const { leafId } = this.#log;
		return leafId === null ? undefined : this.#log.findEntry(leafId);
	}

	getEntry(id: string): SessionEntry | undefined {
		return this.#log.findEntry(id);
	}

	getEntries(): SessionEntry[] {
		return [...this.#log.entries()];
	}

	/** From the root to the leaf, or to a given entry. */
	getBranch(fromId?: string): SessionEntry[] {
		return this.#log.path(fromId).flatMap((step) => step.entry() ?? []);
	}

	getChildren(parentId: string | null): SessionEntry[] {
		return this.#log.children(parentId).flatMap((step) => step.entry() ?? []);
	}

	getTree(): SessionTreeNode[] {
		return this.#log.tree();
	}

	getLabel(id: string): string | undefined {
		return this.#log.findLabel(id);
	}

	buildSessionContext(options?: ContextOptions): SessionContext {
		return this.#log.context(options);
	}

	getUsageStatistics(): UsageStatistics {
		return this.#log.usage();
	}

	getInjectedTtsrRules(): string[] {
		return stateOfPath(this.#log.path()).injectedTtsrRules;
	}

	/** The role of the last model change on the path. */
	getLastModelChangeRole(): string | undefined {
		const entry = this.#log
			.path()
			.findLast((step) => step.type === "model_change")
			?.entry();
		return entry?.type === "model_change" ? (entry.role ?? "default") : undefined;
	}

	append(entry: NewEntry): string {
		return this.#log.append(entry);
	}

	appendMessage(...args: Parameters<SessionLog["appendMessage"]>): string {
		return this.#log.appendMessage(...args);
	}

	appendModelChange(...args: Parameters<SessionLog["appendModelChange"]>): string {
		return this.#log.appendModelChange(...args);
	}

	appendThinkingLevelChange(...args: Parameters<SessionLog["appendThinkingLevelChange"]>): string {
		return this.#log.appendThinkingLevelChange(...args);
	}

	appendServiceTierChange(serviceTier: ServiceTier | null): string {
		return this.append({ type: "service_tier_change", serviceTier });
	}

	appendCompaction(...args: Parameters<SessionLog["appendCompaction"]>): string {
		return this.#log.appendCompaction(...args);
	}

	appendCustomEntry(...args: Parameters<SessionLog["appendCustomEntry"]>): string {
		return this.#log.appendCustomEntry(...args);
	}

	appendCustomMessageEntry(...args: Parameters<SessionLog["appendCustomMessageEntry"]>): string {
		return this.#log.appendCustomMessageEntry(...args);
	}

	appendLabelChange(...args: Parameters<SessionLog["appendLabelChange"]>): string {
		return this.#log.appendLabelChange(...args);
	}

	appendModeChange(...args: Parameters<SessionLog["appendModeChange"]>): string {
		return this.#log.appendModeChange(...args);
	}

	appendTtsrInjection(injectedRules: string[]): string {
		return this.append({ type: "ttsr_injection", injectedRules });
	}

	appendMcpToolSelection(selectedToolNames: string[]): string {
		return this.append({ type: "mcp_tool_selection", selectedToolNames });
	}

	appendSessionInit(init: Omit<Unplaced<SessionInitEntry>, "type">): string {
		return this.append({ type: "session_init", ...init });
	}

	appendResetBoundary(): string {
		return this.append({ type: "reset_boundary" });
	}

	appendCredentialPin(provider: string, hash: string): string {
		return this.append({ type: "credential_pin", provider, hash });
	}

	rewriteEntries(change: (entry: SessionEntry) => SessionEntry): void {
		this.#log.rewriteEntries(change);
	}

	setSessionName(name: string, source?: TitleSource): Promise<boolean> {
		return this.#log.setName(name, source);
	}

	branch(id: string): void {
		this.#log.branch(id);
	}

	resetLeaf(): void {
		this.#log.resetLeaf();
	}

	branchWithSummary(id: string | null, summary: string, details?: unknown, fromExtension?: boolean): string {
		return this.#log.branchWithSummary(id, summary, details, fromExtension);
	}

	/** Continues in a new session with only the path to an entry; returns its file. */
	async createBranchedSession(leafId: string): Promise<string | undefined> {
		await this.#replace(branchSession(this.#log, leafId));
		return this.#log.file;
	}

	async newSession(options: { parentSession?: string } = {}): Promise<void> {
		const { environment, cwd, file } = this.#log;
		const make = file === undefined ? inMemorySession : createSession;
		await this.#replace(make(environment, { cwd, ...options }));
	}

	async setSessionFile(path: string): Promise<void> {
		if (path === this.#log.file) return;
		await this.#replace(expectOpened(openSession(this.#log.environment, path)));
	}

	/** Continues in a copy under a new id; false when the session is not on disk. */
	async fork(): Promise<boolean> {
		const fork = await forkSession(this.#log);
		if (fork) await this.#replace(fork);
		return fork !== undefined;
	}

	moveTo(cwd: string): Promise<void> {
		return moveSession(this.#log, cwd);
	}

	/** Deletes the session and starts a new one. */
	async dropSession(): Promise<void> {
		const dropped = this.#log;
		const make = dropped.file === undefined ? inMemorySession : createSession;
		this.#log = make(dropped.environment, { cwd: dropped.cwd });
		await dropped.drop();
	}

	ensureOnDisk(): boolean {
		return this.#log.ensureOnDisk();
	}

	flush(): Promise<void> {
		return this.#log.flush();
	}

	flushSync(): void {
		this.#log.flushSync();
	}

	close(): Promise<void> {
		return this.#log.close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	saveDraft(text: string): void {
		this.#log.saveDraft(text);
	}

	consumeDraft(): string | undefined {
		return this.#log.consumeDraft();
	}

	allocateArtifactPath(toolName: string): { id: string; path?: string } {
		return this.#log.artifacts.allocate(toolName);
	}

	/** Returns the number of the artifact. */
	saveArtifact(content: string, toolName: string): string {
		return this.#log.artifacts.save(toolName, content).id;
	}

	/** The reference for the bytes; `undefined` without a blob store. */
	putBlob(bytes: Uint8Array, mimeType?: string): string | undefined {
		return this.#log.environment.blobs?.put(bytes, { mimeType });
	}

	async #replace(next: SessionLog): Promise<void> {
		const previous = this.#log;
		this.#log = next;
		await previous.close();
	}
}

/** The log of an opened session; otherwise throws the reason. */
export function expectOpened(result: OpenResult): SessionLog {
	if (result.kind === "opened") return result.log;
	if (result.kind === "unreadable") {
		throw new SessionError("unreadable", `${result.file} has content that is not a session; it was left alone`);
	}
	const { pid, machine, isSelf } = result.holder;
	const who = isSelf ? "this process" : `another process (pid ${pid} on ${machine})`;
	throw new SessionError("in-use", `The session ${result.file} is in use by ${who}; fork it to go on from here`);
}

/** The last modified session of a working directory, or a new one. */
function continueRecentSession(environment: SessionEnvironment, cwd: string): OpenResult {
	const newest = new SessionListing(environment).newest(cwd);
	return newest ? openSession(environment, newest.path) : { kind: "opened", log: createSession(environment, { cwd }) };
}
