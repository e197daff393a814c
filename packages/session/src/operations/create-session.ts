import { join } from "node:path";
import { CURRENT_SESSION_VERSION, type SessionEntry, type SessionHeader } from "../entry/entry.ts";
import { buildEnvelope } from "../entry/envelope.ts";
import { type SessionEnvironment, sessionDirectory } from "../log/session-environment.ts";
import { SessionLog } from "../log/session-log.ts";
import { sessionFileName } from "../storage/file-name.ts";
import { heldRecord } from "../tree/entry-record.ts";

export interface NewSessionOptions {
	readonly cwd: string;
	/** The session this one was forked or branched from: an id or a file. */
	readonly parentSession?: string;
	/** An explicit path. */
	readonly file?: string;
	/** Initial entries. */
	readonly entries?: readonly SessionEntry[];
	/** Additional header fields. */
	readonly inherited?: Partial<SessionHeader>;
}

/** A new session; its file is created with the first prompt. */
export function createSession(environment: SessionEnvironment, options: NewSessionOptions): SessionLog {
	const header = newHeader(environment, options);
	const file = options.file ?? newSessionFile(environment, header);
	return new SessionLog({ environment, header, file, records: recordsOf(options.entries ?? []) });
}

/** A session that is never written to disk. */
export function inMemorySession(environment: SessionEnvironment, options: Omit<NewSessionOptions, "file">): SessionLog {
	const header = newHeader(environment, options);
	return new SessionLog({ environment, header, file: undefined, records: recordsOf(options.entries ?? []) });
}

export function newHeader(
	environment: SessionEnvironment,
	options: Pick<NewSessionOptions, "cwd" | "parentSession" | "inherited">,
): SessionHeader {
	const { host } = environment;
	return {
		type: "session",
		version: CURRENT_SESSION_VERSION,
		id: host.newId(),
		timestamp: new Date(host.now()).toISOString(),
		cwd: options.cwd,
		...options.inherited,
		...(options.parentSession !== undefined && { parentSession: options.parentSession }),
	};
}

export function newSessionFile(environment: SessionEnvironment, header: SessionHeader): string {
	return join(sessionDirectory(environment, header.cwd), sessionFileName(header.timestamp, header.id));
}

function recordsOf(entries: readonly SessionEntry[]) {
	return entries.map((entry) => heldRecord(buildEnvelope(entry), entry, { isOwn: false }));
}
