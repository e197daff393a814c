import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { readRegularFile, UnreadableFileError } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { olderLog } from "./process-log.ts";
import { isProcessName, type ProcessSpec } from "./process-spec.ts";

/** A process as other omps in the project see it: `<name>.json` beside its log. */
export interface ProcessRecord {
	readonly spec: ProcessSpec;
	readonly pid: number;
	readonly startMark?: string;
	/** The omp that looks after it. */
	readonly ownerPid: number;
	readonly ownerMark?: string;
	readonly startedAt: number;
	readonly restarts: number;
	/** Position of the first byte in the log file. */
	readonly logBase: number;
	readonly endedAt?: number;
	readonly exitCode?: number | null;
}

export class RecordFolder {
	readonly path: string;

	constructor(path: string) {
		this.path = path;
	}

	logFile(name: string): string {
		return join(this.path, `${name}.log`);
	}

	read(name: string): ProcessRecord | undefined {
		return recordIn(this.#file(name));
	}

	/** Records of all processes in the project. */
	all(): ProcessRecord[] {
		if (!existsSync(this.path)) return [];
		return readdirSync(this.path).flatMap((file) => {
			const name = /^(.+)\.json$/.exec(file)?.[1];
			return name !== undefined && isProcessName(name) ? (this.read(name) ?? []) : [];
		});
	}

	/** Takes a name for this omp. Returns whose it is when another process has it; two omps cannot both take it. */
	claim(record: ProcessRecord): ProcessRecord | undefined {
		const file = this.#file(record.spec.name);
		const temporary = `${file}.${process.pid}.tmp`;
		writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 });
		try {
			for (let attempt = 0; attempt < maxAttempts; attempt++) {
				if (linked(temporary, file)) return undefined;
				const holder = recordIn(file);
				if (holder && isLive(holder)) return holder;
				// What is moved away may be newer than what was read, so it is looked at again.
				const moved = `${file}.${process.pid}.old`;
				if (!renamed(file, moved)) continue;
				const taken = recordIn(moved);
				if (taken && isLive(taken)) linked(moved, file);
				rmSync(moved, { force: true });
			}
			return recordIn(file) ?? record;
		} finally {
			rmSync(temporary, { force: true });
		}
	}

	/** Replaces the record of a name that this omp has. */
	write(record: ProcessRecord): void {
		const file = this.#file(record.spec.name);
		const fresh = `${file}.${process.pid}.tmp`;
		writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 });
		renameSync(fresh, file);
	}

	/** Tells the omp that looks after a process not to start it again. */
	askToStop(name: string): void {
		writeFileSync(this.#stopFile(name), "", { mode: 0o600 });
	}

	/** Whether another omp has asked to stop it; asked once. */
	takeStopRequest(name: string): boolean {
		if (!existsSync(this.#stopFile(name))) return false;
		rmSync(this.#stopFile(name), { force: true });
		return true;
	}

	/** Deletes what is left of processes that ended long ago. */
	prune(now: number): void {
		for (const record of this.all()) {
			const file = this.#file(record.spec.name);
			if (isLive(record) || now - statSync(file).mtimeMs < keepMs) continue;
			for (const path of [file, this.logFile(record.spec.name), olderLog(this.logFile(record.spec.name))]) {
				rmSync(path, { force: true });
			}
		}
	}

	#file(name: string): string {
		return join(this.path, `${name}.json`);
	}

	#stopFile(name: string): string {
		return join(this.path, `${name}.stop`);
	}
}

const maxAttempts = 20;
const keepMs = 7 * 24 * 60 * 60_000;

/** The process runs, or its omp will start it again. */
export function isLive(record: ProcessRecord): boolean {
	if (runs(record.pid, record.startMark)) return true;
	return record.endedAt === undefined && runs(record.ownerPid, record.ownerMark);
}

/** Whether this very process runs; one that cannot be told from a later one with its number does not count. */
export function runs(pid: number, mark: string | undefined): boolean {
	return pid > 0 && mark !== undefined && startMark(pid) === mark;
}

/** When a process was started, which tells it from a later one with the same number; `undefined` when it has exited. */
export function startMark(pid: number): string | undefined {
	if (process.platform === "linux") return startTimeOf(pid);
	const { stdout, success } = Bun.spawnSync(["ps", "-o", "lstart=", "-p", String(pid)], { stderr: "ignore" });
	return (success && stdout.toString().trim()) || undefined;
}

function recordIn(file: string): ProcessRecord | undefined {
	try {
		const value: unknown = JSON.parse(readRegularFile(file) ?? "null");
		return isProcessRecord(value) ? value : undefined;
	} catch (error) {
		// A damaged record is none.
		if (error instanceof SyntaxError || error instanceof UnreadableFileError) return undefined;
		throw error;
	}
}

function isProcessRecord(value: unknown): value is ProcessRecord {
	if (typeof value !== "object" || value === null || !("spec" in value) || !("pid" in value)) return false;
	const { spec } = value;
	return (
		typeof spec === "object" && spec !== null && "name" in spec && "command" in spec && Array.isArray(spec.command)
	);
}

function linked(from: string, to: string): boolean {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if (hasCode(error, "EEXIST")) return false;
		throw error;
	}
}

function renamed(from: string, to: string): boolean {
	try {
		renameSync(from, to);
		return true;
	} catch (error) {
		if (hasCode(error, "ENOENT")) return false;
		throw error;
	}
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && "code" in error && error.code === code;
}
