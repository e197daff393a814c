import { sleep } from "@oh-my-pi/pi-utils/abort";
import { isRunning, listProcesses, type ProcessMark, type RunningProcess, startTimeOf } from "./process-list.ts";

export interface TreeRoot {
	/** Started `detached`, so that its group and its session carry this number too. */
	readonly pid: number;
	/** As `startTimeOf` gave it; then a later process that got the same number is left alone. */
	readonly startedAt?: string;
	/** Finds what has forked away from the tree. */
	readonly mark?: ProcessMark;
}

/** For a process that was started just now. */
export function treeRoot(pid: number): TreeRoot {
	const startedAt = startTimeOf(pid);
	return startedAt === undefined ? { pid } : { pid, startedAt };
}

/** Ends a process with everything below it: asks first, then kills what is left. */
export async function killTree(root: TreeRoot, options: { graceMs: number }): Promise<void> {
	const known = new Map<number, string>();
	// All are looked up before the first is signalled: who has lost its parent is no longer seen to belong.
	for (const { pid } of join(known, await findTree(root, known))) signalProcess(pid, "SIGTERM");
	const stepMs = 10;
	for (let waitedMs = 0; waitedMs < options.graceMs; waitedMs += stepMs) {
		if (![...known].some(([pid, startedAt]) => isRunning(pid, startedAt))) break;
		await sleep(stepMs);
	}
	// Whoever is being killed may still start another one, so this looks again until nobody is left.
	for (let round = 0; round < maxRounds; round++) {
		const left = await findTree(root, known);
		if (left.length === 0) return;
		join(known, left);
		for (const { pid } of left) signalProcess(pid, "SIGKILL");
		await sleep(stepMs);
	}
}

const maxRounds = 50;

/** Adds the processes to those known and gives back the ones that are new. */
function join(known: Map<number, string>, found: readonly RunningProcess[]): RunningProcess[] {
	const fresh = found.filter(({ pid }) => !known.has(pid));
	for (const { pid, startedAt } of fresh) known.set(pid, startedAt);
	return fresh;
}

/** Everything alive that belongs to the tree now or belonged to it when it was last looked at. */
async function findTree(root: TreeRoot, known: ReadonlyMap<number, string>): Promise<RunningProcess[]> {
	const all = await listProcesses(root.mark);
	const members = new Map<number, RunningProcess>();
	const isReused = all.some(({ pid, startedAt }) => pid === root.pid && startedAt !== (root.startedAt ?? startedAt));
	const belongs = (process: RunningProcess) =>
		(!isReused && [process.pid, process.groupId, process.sessionId].includes(root.pid)) ||
		process.marked ||
		members.has(process.parentPid) ||
		known.get(process.pid) === process.startedAt;
	// They come in no order; each pass finds the next generation.
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
		// Nobody is there any more, which is what was wanted.
	}
}
