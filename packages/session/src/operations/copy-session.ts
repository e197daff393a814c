import { basename, join } from "node:path";
import type { SessionEntry, SessionHeader } from "../entry/entry.ts";
import { newEntryId } from "../entry/entry-id.ts";
import type { Problem } from "../entry/problem.ts";
import { type SessionEnvironment, sessionDirectory } from "../log/session-environment.ts";
import { headerLine } from "../log/session-file.ts";
import type { SessionLog } from "../log/session-log.ts";
import { SessionError } from "../session-error.ts";
import { artifactsDirectoryOf, canonicalPath } from "../storage/file-name.ts";
import { createSession, inMemorySession, newHeader, newSessionFile } from "./create-session.ts";
import { openSession, readSession } from "./open-session.ts";

/** Copies the whole session under a new id; `undefined` when there is no file. */
export async function forkSession(log: SessionLog, options: { cwd?: string } = {}): Promise<SessionLog | undefined> {
	if (!log.isOnDisk || !log.file) return undefined;
	if (!log.isReadOnly) await log.flush();
	return copyTo(log.environment, log, log.file, options.cwd ?? log.cwd);
}

/** The same for a session that is not open here. `undefined` when the file has no session. */
export async function forkSessionFile(
	environment: SessionEnvironment,
	file: string,
	cwd: string,
): Promise<SessionLog | undefined> {
	const source = readSession(environment, file);
	if (!source) return undefined;
	try {
		return copyTo(environment, source, file, cwd);
	} finally {
		await source.close();
	}
}

/** A new session with only the path to one entry; ids and the labels on the path are kept. */
export function branchSession(log: SessionLog, leafId: string): SessionLog {
	if (!log.findEntry(leafId)) throw new SessionError("entry-not-found", `Entry ${leafId} not found`);
	const { environment } = log;
	const options = {
		cwd: log.cwd,
		entries: branchEntries(log, leafId),
		inherited: inheritedByBranch(log.header),
		...(log.file !== undefined && { parentSession: log.file }),
	};
	if (log.file === undefined) return inMemorySession(environment, options);
	const branched = createSession(environment, options);
	if (branched.hasReply) branched.ensureOnDisk();
	return branched;
}

/** Moves a session and its artifacts to another working directory. */
export async function moveSession(log: SessionLog, cwd: string): Promise<void> {
	const target = canonicalPath(cwd);
	const header: SessionHeader = { ...log.header, cwd: target };
	if (log.file === undefined) throw new SessionError("write-failed", "A session in memory has no file to move");
	const file = join(sessionDirectory(log.environment, target), basename(log.file));
	const previous = log.isOnDisk && file !== log.file ? [...(header.previousSessionFiles ?? []), log.file] : undefined;
	await log.relocate(file, previous ? { ...header, previousSessionFiles: previous } : header);
}

function copyTo(environment: SessionEnvironment, source: SessionLog, file: string, cwd: string): SessionLog {
	const header = forkedHeader(environment, source.header, cwd);
	const target = newSessionFile(environment, header);
	const staged = environment.storage.stage(target);
	try {
		staged.append(Buffer.from(headerLine(header)));
		for (const line of source.lines()) staged.append(line);
		staged.commit();
	} catch (error) {
		staged.discard();
		throw error;
	}
	const problem = copyArtifacts(environment, file, target);
	const opened = openSession(environment, target);
	if (opened.kind !== "opened") throw new SessionError("write-failed", `The copy ${target} cannot be opened`);
	if (problem) opened.log.report(problem);
	return opened.log;
}

function inheritedByBranch({ title, titleSource, additionalDirectories }: SessionHeader): Partial<SessionHeader> {
	return { ...(title && { title, titleSource }), ...(additionalDirectories && { additionalDirectories }) };
}

/** Inherits the fields about the content, not those about the file. */
function forkedHeader(environment: SessionEnvironment, source: SessionHeader, cwd: string): SessionHeader {
	const { id, timestamp: _, parentSession: __, previousSessionFiles: ___, ...inherited } = source;
	const providerPromptCacheKey = source.providerPromptCacheKey ?? id;
	const fresh = newHeader(environment, { cwd, parentSession: id });
	return { ...fresh, ...inherited, cwd, providerPromptCacheKey };
}

function copyArtifacts({ storage }: SessionEnvironment, from: string, to: string): Problem | undefined {
	try {
		const folder = artifactsDirectoryOf(from);
		if (storage.exists(folder)) storage.copyDirectory(folder, artifactsDirectoryOf(to));
		return undefined;
	} catch (error) {
		return { kind: "write-failed", message: `The artifacts could not be copied: ${String(error)}` };
	}
}

/** The path without label entries, whose targets may not be on it, then labels for the entries that are. */
function branchEntries(log: SessionLog, leafId: string): SessionEntry[] {
	const { host } = log.environment;
	const entries: SessionEntry[] = [];
	const append = (entry: SessionEntry) => entries.push({ ...entry, parentId: entries.at(-1)?.id ?? null });
	for (const step of log.path(leafId)) {
		const entry = step.type === "label" ? undefined : step.entry();
		if (entry) append(entry);
	}
	const taken = new Set(entries.map(({ id }) => id));
	for (const targetId of [...taken]) {
		const label = log.findLabel(targetId);
		if (label === undefined) continue;
		const id = newEntryId(host, (candidate) => taken.has(candidate));
		taken.add(id);
		append({ type: "label", id, parentId: null, timestamp: new Date(host.now()).toISOString(), targetId, label });
	}
	return entries;
}
