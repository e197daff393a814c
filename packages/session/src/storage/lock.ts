import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { processExists } from "@oh-my-pi/pi-utils/process/process-exists";

export interface LockHolder extends ProcessIdentity {
	/** ISO time of acquisition. */
	readonly since: string;
	/** The lock belongs to this process. */
	readonly isSelf: boolean;
}

export interface Lock {
	release(): void;
}

export type LockResult =
	| { readonly kind: "locked"; readonly lock: Lock }
	| { readonly kind: "held"; readonly holder: LockHolder }
	/** No lock can be created, for example in an unwritable folder. */
	| { readonly kind: "unavailable"; readonly cause: Error };

interface LockContent extends ProcessIdentity {
	readonly since: string;
	readonly token: string;
}

export interface LockWorld {
	readonly self: ProcessIdentity;
	isRunning(identity: ProcessIdentity): boolean | undefined;
	now(): number;
}

export function lockWorld(now: () => number): LockWorld {
	return { self: thisProcess(), isRunning, now };
}

/** Takes `<path>.lock`, also from a holder that has exited. */
export function acquireLock(path: string, world: LockWorld): LockResult {
	const lockPath = `${path}.lock`;
	try {
		for (let attempt = 0; attempt < 5; attempt++) {
			const content = createLock(lockPath, world);
			if (content) return { kind: "locked", lock: { release: () => releaseLock(lockPath, content) } };
			const found = readLock(lockPath);
			if (found && !isStale(found, path, world)) return { kind: "held", holder: describeHolder(found, world) };
			removeStale(lockPath, found);
		}
		return { kind: "unavailable", cause: new Error(`${lockPath} is contended by other processes`) };
	} catch (error) {
		return { kind: "unavailable", cause: error as Error };
	}
}

function createLock(lockPath: string, world: LockWorld): LockContent | undefined {
	const content: LockContent = {
		...world.self,
		since: new Date(world.now()).toISOString(),
		token: Bun.randomUUIDv7(),
	};
	const filled = `${lockPath}.${content.token}`;
	writeFileSync(filled, JSON.stringify(content), { flag: "wx", mode: 0o600 });
	try {
		// Linking creates the lock with its content, so nobody sees an empty one and considers it abandoned.
		linkSync(filled, lockPath);
		return content;
	} catch (error) {
		if (isExisting(error)) return undefined;
		return createWithoutLinks(lockPath, content);
	} finally {
		unlinkSync(filled);
	}
}

/** For file systems without hard links. */
function createWithoutLinks(lockPath: string, content: LockContent): LockContent | undefined {
	try {
		writeFileSync(lockPath, JSON.stringify(content), { flag: "wx", mode: 0o600 });
		return content;
	} catch (error) {
		if (isExisting(error)) return undefined;
		throw error;
	}
}

function isExisting(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === "EEXIST";
}

function readLock(lockPath: string): LockContent | undefined {
	try {
		const content = JSON.parse(readFileSync(lockPath, "utf8"));
		return typeof content?.pid === "number" && typeof content.machine === "string" ? content : undefined;
	} catch {
		// Already removed, or not a lock of ours.
		return undefined;
	}
}

const FORGOTTEN_AFTER_MS = 12 * 60 * 60 * 1000;

function isStale(found: LockContent, path: string, world: LockWorld): boolean {
	const running = world.isRunning(found);
	if (running !== undefined) return !running;
	// Another machine or container on a shared disk: stale only after a long silence.
	return world.now() - Math.max(modifiedMs(path), modifiedMs(`${path}.lock`)) > FORGOTTEN_AFTER_MS;
}

function modifiedMs(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function removeStale(lockPath: string, stale: LockContent | undefined): void {
	const aside = `${lockPath}.${crypto.randomUUID()}`;
	try {
		renameSync(lockPath, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
		throw error;
	}
	const taken = readLock(aside);
	try {
		// Another process was faster and this is its new lock: put it back.
		if (taken && taken.token !== stale?.token) linkSync(aside, lockPath);
	} finally {
		unlinkSync(aside);
	}
}

function releaseLock(lockPath: string, content: LockContent): void {
	if (readLock(lockPath)?.token !== content.token) return;
	try {
		unlinkSync(lockPath);
	} catch (error) {
		logIgnored("a lock left behind counts as stale once this process has exited", error);
	}
}

function describeHolder(found: LockContent, world: LockWorld): LockHolder {
	const { pid, startTime, machine, since } = found;
	const isSelf = machine === world.self.machine && pid === world.self.pid && startTime === world.self.startTime;
	return { pid, machine, since, isSelf, ...(startTime !== undefined && { startTime }) };
}

/** Identifies a process despite PID reuse. */
interface ProcessIdentity {
	readonly pid: number;
	/** The start time reported by the system; absent where that is not available. */
	readonly startTime?: string;
	readonly machine: string;
}

export function thisProcess(): ProcessIdentity {
	const startTime = findStartTime(process.pid);
	return { pid: process.pid, machine: hostname(), ...(startTime !== undefined && { startTime }) };
}

/** `undefined` for a process on another machine. */
export function isRunning(identity: ProcessIdentity): boolean | undefined {
	if (identity.machine !== hostname()) return undefined;
	if (!processExists(identity.pid)) return false;
	const startTime = findStartTime(identity.pid);
	return startTime === undefined || identity.startTime === undefined || startTime === identity.startTime;
}

function findStartTime(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		// The command name may contain spaces and parentheses; fields are counted from its end. Start time is field 22.
		return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
	} catch {
		// Without /proc only the PID is compared.
		return undefined;
	}
}
