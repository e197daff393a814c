import { sleep } from "@oh-my-pi/pi-utils/abort";
import { isRunning, listProcesses, type ProcessMark, type RunningProcess, startTimeOf } from "./process-list.ts";

export interface TreeRoot {
	/** Started `detached`, so its process group and session have this number, too. */
	readonly pid: number;
	/** From `startTimeOf`; protects a later process with a reused PID. */
	readonly startedAt?: string;
	/** Finds processes that were reparented. */
	readonly mark?: ProcessMark;
}

/** For a process that was just started. */
export function treeRoot(pid: number): TreeRoot {
	const startedAt = startTimeOf(pid);
	return startedAt === undefined ? { pid } : { pid, startedAt };
}

/** Kills a process and all its descendants: SIGTERM first, then SIGKILL. */
export async function killTree(root: TreeRoot, options: { graceMs: number }): Promise<void> {
	const known = new Map<number, string>();
	// Find all before the first signal: a process whose parent is gone is no longer found.
	for (const { pid } of join(known, await findTree(root, known))) signalProcess(pid, "SIGTERM");
	const stepMs = 10;
	for (let waitedMs = 0; waitedMs < options.graceMs; waitedMs += stepMs) {
		if (![...known].some(([pid, startedAt]) => isRunning(pid, startedAt))) break;
		await sleep(stepMs);
	}
	// A process being killed may still fork, so repeat until none is left.
	for (let round = 0; round < maxRounds; round++) {
		const left = await findTree(root, known);
		if (left.length === 0) return;
		join(known, left);
		for (const { pid } of left) signalProcess(pid, "SIGKILL");
		await sleep(stepMs);
	}
}

const maxRounds = 50;

/** Adds processes to the known ones and returns the new ones. */
function join(known: Map<number, string>, found: readonly RunningProcess[]): RunningProcess[] {
	const fresh = found.filter(({ pid }) => !known.has(pid));
	for (const { pid, startedAt } of fresh) known.set(pid, startedAt);
	return fresh;
}

/** Running processes that belong to the tree now, or did at the last look. */
async function findTree(root: TreeRoot, known: ReadonlyMap<number, string>): Promise<RunningProcess[]> {
	const all = await listProcesses(root.mark);
	const members = new Map<number, RunningProcess>();
	const isReused = all.some(({ pid, startedAt }) => pid === root.pid && startedAt !== (root.startedAt ?? startedAt));
	const belongs = (process: RunningProcess) =>
		(!isReused && [process.pid, process.groupId, process.sessionId].includes(root.pid)) ||
		process.marked ||
		members.has(process.parentPid) ||
		known.get(process.pid) === process.startedAt;
	// The list is unordered; each pass finds the next generation.
	for (let size = -1; size < members.size; ) {
		size = members.size;
		for (const process of all) if (!members.has(process.pid) && belongs(process)) members.set(process.pid, process);
	}
	return [...members.values()];
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// ESRCH: it has already exited.
	}
}
