import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

export interface LockHolder extends ProcessIdentity {
	/** ISO time at which it took the lock. */
	readonly since: string;
	/** The lock belongs to this very process. */
	readonly isSelf: boolean;
}

export interface Lock {
	release(): void;
}

export type LockResult =
	| { readonly kind: "locked"; readonly lock: Lock }
	| { readonly kind: "held"; readonly holder: LockHolder }
	/** No lock can be made here, for instance in a folder that may not be written. */
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

/** Takes `<path>.lock`, over the body of a holder that is gone if need be. */
export function acquireLock(path: string, world: LockWorld): LockResult {
	const lockPath = `${path}.lock`;
	try {
		for (let attempt = 0; attempt < 5; attempt++) {
			const content = createLock(lockPath, world);
			if (content) return { kind: "locked", lock: { release: () => releaseLock(lockPath, content) } };
			const found = readLock(lockPath);
			if (found && !isStale(found, path, world)) return { kind: "held", holder: holderOf(found, world) };
			removeStale(lockPath, found);
		}
		return { kind: "unavailable", cause: new Error(`${lockPath} changes hands too quickly`) };
	} catch (error) {
		return { kind: "unavailable", cause: error as Error };
	}
}

function createLock(lockPath: string, world: LockWorld): LockContent | undefined {
	const content: LockContent = {
		...world.self,
		since: new Date(world.now()).toISOString(),
		token: crypto.randomUUID(),
	};
	const filled = `${lockPath}.${content.token}`;
	writeFileSync(filled, JSON.stringify(content), { flag: "wx", mode: 0o600 });
	try {
		// Linking makes the lock appear with its content: nobody sees an empty one and takes it for abandoned.
		linkSync(filled, lockPath);
		return content;
	} catch (error) {
		if (isExisting(error)) return undefined;
		return createWithoutLinks(lockPath, content);
	} finally {
		unlinkSync(filled);
	}
}

/** For file systems that know no hard links. */
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
		// Gone again, or not a lock of ours.
		return undefined;
	}
}

const FORGOTTEN_AFTER_MS = 12 * 60 * 60 * 1000;

function isStale(found: LockContent, path: string, world: LockWorld): boolean {
	const running = world.isRunning(found);
	if (running !== undefined) return !running;
	// Another machine or container on a shared disk: only silence tells.
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
		// Someone else was faster and this is their fresh lock: it goes back.
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

function holderOf(found: LockContent, world: LockWorld): LockHolder {
	const { pid, startTime, machine, since } = found;
	const isSelf = machine === world.self.machine && pid === world.self.pid && startTime === world.self.startTime;
	return { pid, machine, since, isSelf, ...(startTime !== undefined && { startTime }) };
}

/** Enough to tell a running process from a later one with the same number. */
interface ProcessIdentity {
	readonly pid: number;
	/** When the system says it was started; absent where that cannot be asked cheaply. */
	readonly startTime?: string;
	readonly machine: string;
}

export function thisProcess(): ProcessIdentity {
	const startTime = findStartTime(process.pid);
	return { pid: process.pid, machine: hostname(), ...(startTime !== undefined && { startTime }) };
}

/** `undefined` for a process on another machine, of which nothing can be said. */
export function isRunning(identity: ProcessIdentity): boolean | undefined {
	if (identity.machine !== hostname()) return undefined;
	if (!isAlive(identity.pid)) return false;
	const startTime = findStartTime(identity.pid);
	return startTime === undefined || identity.startTime === undefined || startTime === identity.startTime;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's process may not be signalled, and that answer already says that it lives.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function findStartTime(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		// The command name may hold spaces and parentheses; fields are counted from its end. Start time is field 22.
		return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
	} catch {
		// Systems without /proc: the number alone has to do.
		return undefined;
	}
}
