import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SharedHeader } from "../protocol/frames.ts";

/** A guest's copy of a shared session: a session file with the host's entries under their ids. */
export class Replica {
	readonly file: string;
	#target: string;
	#log: SessionLog | undefined;

	constructor(file: string) {
		this.file = file;
		this.#target = file;
	}

	/** What it holds from an earlier visit: the session, and its last entry. */
	get last(): { readonly session: string; readonly entry: string } | undefined {
		try {
			const lines = readFileSync(this.file, "utf8").split("\n");
			const header: unknown = JSON.parse(lines[0] ?? "");
			// A line without a newline at its end was cut off.
			const entry: unknown = JSON.parse(lines.at(-2) ?? "");
			if (lines.at(-1) !== "" || !isRecord(header) || !isRecord(entry)) return undefined;
			return typeof header.id === "string" && typeof entry.id === "string" && entry.type !== "session"
				? { session: header.id, entry: entry.id }
				: undefined;
		} catch {
			// There is none, or none that can be continued.
			return undefined;
		}
	}

	/** Begins anew beside the old copy, which stays until all of the new one is there. */
	begin({ id, title, timestamp, cwd }: SharedHeader): void {
		this.#target = `${this.file}.part`;
		this.#log = undefined;
		mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
		const header = { type: "session", version: 3, id, timestamp, cwd, ...(title !== undefined && { title }) };
		writeFileSync(this.#target, `${JSON.stringify(header)}\n`, { mode: 0o600 });
	}

	add(entries: readonly SessionEntry[]): void {
		const known = this.#log;
		const fresh = known ? entries.filter(({ id }) => known.findEntry(id) === undefined) : entries;
		if (fresh.length === 0) return;
		appendFileSync(this.#target, fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
		for (const entry of fresh) known?.adopt(entry);
	}

	/** All is there. Gives the copy as a log, and whether it is another one than before. */
	finish(environment: SessionEnvironment): { readonly log: SessionLog; readonly isOther: boolean } {
		if (this.#target !== this.file) renameSync(this.#target, this.file);
		this.#target = this.file;
		if (this.#log) return { log: this.#log, isOther: false };
		// What an entry refers to must come from the host, not from files of this machine.
		const log = readSession({ ...environment, blobs: undefined }, this.file);
		if (!log) throw new Error(`The copy of the shared session in ${this.file} cannot be read.`);
		this.#log = log;
		return { log, isOther: true };
	}
}
