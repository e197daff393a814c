import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface RunningProcess {
	readonly pid: number;
	readonly parentPid: number;
	readonly groupId: number;
	readonly sessionId: number;
	/** Distinguishes processes despite PID reuse. */
	readonly startedAt: string;
	readonly marked: boolean;
}

/** How to recognize a process that belongs to somebody, even after it was reparented. */
export interface ProcessMark {
	/** `NAME=value` in its environment. */
	readonly variable?: string;
	/** It has a file in this folder open. */
	readonly folder?: string;
}

/** All running processes; those with the mark are flagged, as far as it is visible. */
export async function listProcesses(mark: ProcessMark = {}): Promise<RunningProcess[]> {
	return process.platform === "linux" ? fromProc(mark) : fromPs();
}

/**
 * The start time of a process, in any unit; `undefined` when it has exited or the system does not report it cheaply.
 */
export function startTimeOf(pid: number): string | undefined {
	return process.platform === "linux" ? parseStat(readOrEmpty(`/proc/${pid}/stat`))?.startedAt : undefined;
}

/** Whether this process (not one with a reused PID) is still running. */
export function isRunning(pid: number, startedAt: string): boolean {
	if (process.platform === "linux") return startTimeOf(pid) === startedAt;
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

function fromProc(mark: ProcessMark): RunningProcess[] {
	const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
	return pids.flatMap((pid) => {
		const found = parseStat(readOrEmpty(`/proc/${pid}/stat`));
		const marked = found !== undefined && pid !== process.pid && (hasVariable(pid, mark) || holdsFile(pid, mark));
		return found ? [{ pid, ...found, marked }] : [];
	});
}

/** `undefined` for a zombie. */
function parseStat(stat: string): Omit<RunningProcess, "pid" | "marked"> | undefined {
	// The name in parentheses may contain spaces and parentheses.
	const [state, parentPid, groupId, sessionId, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (!state || state === "Z" || state === "X") return undefined;
	const startedAt = rest[startTimeIndex] ?? "";
	return { parentPid: Number(parentPid), groupId: Number(groupId), sessionId: Number(sessionId), startedAt };
}

/** Field 22 of proc(5), counted after the session. */
const startTimeIndex = 15;

function hasVariable(pid: number, { variable }: ProcessMark): boolean {
	return variable !== undefined && `\0${readOrEmpty(`/proc/${pid}/environ`)}`.includes(`\0${variable}\0`);
}

function holdsFile(pid: number, { folder }: ProcessMark): boolean {
	if (folder === undefined) return false;
	try {
		return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(`${folder}/`));
	} catch {
		// It has exited, or belongs to another user.
		return false;
	}
}

function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		// It has exited, or belongs to another user.
		return "";
	}
}

async function fromPs(): Promise<RunningProcess[]> {
	const ps = Bun.spawn(["ps", "-A", "-o", "pid=,ppid=,pgid=,sess=,stat=,lstart="], {
		stdout: "pipe",
		stderr: "ignore",
	});
	const rows = (await new Response(ps.stdout).text()).split("\n");
	return rows.flatMap((row) => {
		const [pid, parentPid, groupId, sessionId, state, ...startedAt] = row.trim().split(/\s+/);
		if (!pid || !state || state.startsWith("Z")) return [];
		return {
			pid: Number(pid),
			parentPid: Number(parentPid),
			groupId: Number(groupId),
			sessionId: Number(sessionId),
			startedAt: startedAt.join(" "),
			marked: false,
		};
	});
}
