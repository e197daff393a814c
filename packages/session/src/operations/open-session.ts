import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { entryLine } from "../blobs/prepare-entry.ts";
import { CURRENT_SESSION_VERSION, type SessionHeader } from "../entry/entry.ts";
import { buildEnvelope, parseEntry } from "../entry/envelope.ts";
import { versionOf } from "../entry/migrate.ts";
import type { Problem } from "../entry/problem.ts";
import { foldTitle } from "../entry/title.ts";
import { scanIndexed } from "../log/index/index-file.ts";
import { describeLayout, Journal } from "../log/journal/journal.ts";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { headerLine } from "../log/session-file.ts";
import { SessionLog, type SessionLogParts } from "../log/session-log.ts";
import type { SessionError } from "../session-error.ts";
import { asideName } from "../storage/file-name.ts";
import type { Lock, LockHolder } from "../storage/lock.ts";
import type { FileReader, LogWriter } from "../storage/storage.ts";
import { writeError } from "../storage/storage-error.ts";
import { heldRecord, placeAfter } from "../tree/entry-record.ts";
import { createSession, newHeader } from "./create-session.ts";
import { parseWholeLog } from "./parse.ts";

type LogScan = ReturnType<typeof scanIndexed>;

export type OpenResult =
	| { readonly kind: "opened"; readonly log: SessionLog }
	/** Locked by another process or this one: use `readSession`, or fork it. */
	| { readonly kind: "in-use"; readonly file: string; readonly holder: LockHolder }
	/** The file is not a session and was not touched; `quarantineSession` moves it away. */
	| { readonly kind: "unreadable"; readonly file: string };

/** Opens a session to continue it. If there is no file, a new session is created there. */
export function openSession(environment: SessionEnvironment, file: string): OpenResult {
	const { storage } = environment;
	if (!storage.exists(file)) return { kind: "opened", log: beginAt(environment, file) };
	if (!storage.stat(file)?.isFile) return { kind: "unreadable", file };
	const claim = storage.lock(file);
	if (claim.kind === "held") return { kind: "in-use", file, holder: claim.holder };
	const lock = claim.kind === "locked" ? claim.lock : undefined;
	try {
		const log = load(environment, file, { lock, readOnly: false });
		if (log) return { kind: "opened", log };
	} catch (error) {
		lock?.release();
		throw error;
	}
	lock?.release();
	return { kind: "unreadable", file };
}

/** Opens a session read-only: no lock, no repair; appends stay in memory. */
export function readSession(environment: SessionEnvironment, file: string): SessionLog | undefined {
	return environment.storage.stat(file)?.isFile ? load(environment, file, { readOnly: true }) : undefined;
}

/** Moves a file that is no session aside and returns its new path. */
export function quarantineSession(environment: SessionEnvironment, file: string): string {
	const aside = asideName(file, timestamp(environment), "quarantined");
	environment.storage.rename(file, aside);
	return aside;
}

function beginAt(environment: SessionEnvironment, file: string): SessionLog {
	const log = createSession(environment, { cwd: environment.host.cwd, file });
	log.ensureOnDisk();
	return log;
}

function load(
	environment: SessionEnvironment,
	file: string,
	options: { lock?: Lock | undefined; readOnly: boolean },
): SessionLog | undefined {
	const { writer, failure } = openFile(environment, file, options);
	const scan = scanIndexed(environment.storage, file, writer);
	const base = { environment, file, lock: options.lock, failure, readOnly: options.readOnly };
	if (!scan.header) {
		if (scan.hasContent || options.readOnly) return closing(writer, undefined);
		return beginInBlankFile(base, writer);
	}
	if (versionOf(scan.header) < CURRENT_SESSION_VERSION) return loadOld(base, writer);
	const canRepair = !options.readOnly && options.lock !== undefined && !failure;
	const repaired = canRepair ? trimTornTail(environment, file, writer, scan) : { scan, problems: tornProblems(scan) };
	return assemble(base, writer, repaired.scan, [...scan.problems, ...repaired.problems]);
}

type Base = Pick<SessionLogParts, "environment" | "lock" | "failure" | "readOnly"> & { file: string };

function assemble(base: Base, writer: LogWriter, scan: LogScan, problems: readonly Problem[]): SessionLog {
	const header = scan.header ?? newHeader(base.environment, { cwd: base.environment.host.cwd });
	const journal = new Journal(base.environment.storage, base.file, writer, describeLayout(scan));
	const titled = withTitle(foldTitle(header, scan.slot?.value), scan, writer);
	return new SessionLog({
		...base,
		header: titled,
		journal,
		records: placeAfter(scan.headEnd, scan.entries),
		indexedLength: scan.indexedLength,
		problems: [...problems, ...versionProblems(header)],
	});
}

function openFile(
	environment: SessionEnvironment,
	file: string,
	options: { readOnly: boolean },
): { writer: LogWriter; failure?: SessionError } {
	const { storage } = environment;
	if (!options.readOnly) {
		try {
			return { writer: storage.openWriter(file, { create: false }) };
		} catch (error) {
			const failure = writeError(error, file);
			return { writer: readOnlyWriter(storage.openReader(file), failure), failure };
		}
	}
	const closed = writeError(Object.assign(new Error("opened for reading only"), { code: "EROFS" }), file);
	return { writer: readOnlyWriter(storage.openReader(file), closed) };
}

/** The file was blank; writes the header. */
function beginInBlankFile(base: Base, writer: LogWriter): SessionLog {
	const { environment, file } = base;
	const header = newHeader(environment, { cwd: environment.host.cwd });
	try {
		writer.truncate(0);
		writer.append(Buffer.from(headerLine(header)));
		return assemble(base, writer, scanIndexed(environment.storage, file, writer), []);
	} catch (error) {
		writer.close();
		return new SessionLog({ ...base, header, failure: writeError(error, file) });
	}
}

/** Old versions are parsed completely and, if writable, replaced by the current format. */
function loadOld(base: Base, writer: LogWriter): SessionLog | undefined {
	const { environment, file } = base;
	const parsed = parseWholeLog(writer, environment.host);
	writer.close();
	if (!parsed) return undefined;
	const inMemory = (failure: SessionError | undefined) =>
		new SessionLog({
			...base,
			failure,
			header: parsed.header,
			records: parsed.entries.map((entry) => heldRecord(buildEnvelope(entry), entry, { isOwn: false })),
			problems: parsed.problems,
		});
	if (base.readOnly || base.failure) return inMemory(base.failure);
	const { storage } = environment;
	try {
		if (parsed.problems.length > 0) storage.copy(file, asideName(file, timestamp(environment), "backup"));
		const lines = parsed.entries.map((entry) => entryLine(entry, environment.blobs));
		storage.writeTextAtomic(file, headerLine(parsed.header) + lines.join(""));
		const current = storage.openWriter(file, { create: false });
		return assemble(base, current, scanIndexed(storage, file, current), parsed.problems);
	} catch (error) {
		return inMemory(writeError(error, file));
	}
}

/** Saves and truncates a torn last line, so that the next line does not run into it. */
function trimTornTail(
	environment: SessionEnvironment,
	file: string,
	writer: LogWriter,
	scan: LogScan,
): { scan: LogScan; problems: Problem[] } {
	if (scan.endKind.kind !== "torn") return { scan, problems: [] };
	const { start, lineNumber } = scan.endKind;
	const torn = Buffer.alloc(scan.end - start);
	writer.read(torn, start);
	const backup = asideName(file, timestamp(environment), "torn");
	try {
		const staged = environment.storage.stage(backup);
		staged.append(torn);
		staged.commit();
		writer.truncate(start);
	} catch (error) {
		logIgnored("a torn line that cannot be moved away stays in the log", error);
		return { scan, problems: tornProblems(scan) };
	}
	const message = `Line ${lineNumber} was cut off when it was written; its ${torn.length} bytes are now in ${backup}`;
	return {
		scan: { ...scan, end: start, endKind: { kind: "newline" } },
		problems: [{ kind: "torn-tail", lineNumber, message, backup }],
	};
}

function tornProblems(scan: LogScan): Problem[] {
	if (scan.endKind.kind !== "torn") return [];
	const { lineNumber } = scan.endKind;
	return [{ kind: "torn-tail", lineNumber, message: `Line ${lineNumber} was cut off when it was written` }];
}

function versionProblems(header: SessionHeader): Problem[] {
	const version = versionOf(header);
	if (version <= CURRENT_SESSION_VERSION) return [];
	const message = `The session was written by a newer version (format ${version}); what is unknown here is left alone`;
	return [{ kind: "newer-version", message }];
}

/** A rename whose header was not written is still in the log. */
function withTitle(header: SessionHeader, scan: LogScan, writer: LogWriter): SessionHeader {
	if (header.title) return header;
	const change = scan.entries.findLast(({ type, damaged }) => type === "title_change" && !damaged);
	if (!change) return header;
	const line = Buffer.alloc(change.length);
	writer.read(line, change.offset);
	const entry = parseEntry(line);
	if (entry?.type !== "title_change" || typeof entry.title !== "string") return header;
	return { ...header, title: entry.title, titleSource: entry.source };
}

function closing<T>(writer: LogWriter, value: T): T {
	writer.close();
	return value;
}

function timestamp(environment: SessionEnvironment): string {
	return new Date(environment.host.now()).toISOString();
}

/** A readable file; writing to it throws the given error. */
function readOnlyWriter(reader: FileReader | undefined, reason: Error): LogWriter {
	if (!reader) throw reason;
	const refuse = () => {
		throw reason;
	};
	return {
		identity: reader.identity,
		size: () => reader.size(),
		read: (target, position) => reader.read(target, position),
		close: () => reader.close(),
		append: refuse,
		overwrite: refuse,
		truncate: refuse,
		flush: async () => {},
		fsync: () => {},
		getError: () => undefined,
	};
}
