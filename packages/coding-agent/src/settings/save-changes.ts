import { mkdir, readFile, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { acquireLock, type Lock, lockWorld } from "@oh-my-pi/pi-session/lock";
import { atomicWrite } from "@oh-my-pi/pi-utils/atomic-write";
import { applyChanges, type SettingsChange } from "./apply-changes.ts";
import { SettingsFileError } from "./settings-file-error.ts";

const longestWaitMs = 5000;
const pauseMs = 10;

/** Applies changes to the current content of the file, under a lock, so that writes of other processes are kept. */
export async function saveChanges(path: string, changes: readonly SettingsChange[], now: () => number): Promise<void> {
	try {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		// Follow a symlink (dotfiles) instead of replacing it.
		const target = await realpath(path).catch(() => path);
		const lock = await waitForLock(target, now);
		try {
			const before = await readIfThere(target);
			const applied = await applyChanges(before, changes);
			if ("problem" in applied) throw new SettingsFileError(`${path}:${applied.line}: ${applied.problem}`);
			if (applied.text !== before) await atomicWrite(target, applied.text, { mode: 0o600 });
		} finally {
			lock?.release();
		}
	} catch (error) {
		throw new SettingsFileError(`Cannot save settings: ${(error as Error).message}`, { cause: error });
	}
}

/** `undefined` when the lock cannot be created: the write then reports the actual error. */
async function waitForLock(path: string, now: () => number): Promise<Lock | undefined> {
	for (let waitedMs = 0; ; waitedMs += pauseMs) {
		const result = acquireLock(path, lockWorld(now));
		if (result.kind === "locked") return result.lock;
		if (result.kind === "unavailable") return undefined;
		if (waitedMs >= longestWaitMs) {
			throw new Error(`${path} is being written by process ${result.holder.pid}; try again`);
		}
		await Bun.sleep(pauseMs);
	}
}

async function readIfThere(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}
