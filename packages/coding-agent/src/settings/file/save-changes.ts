import { mkdir, readFile, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { waitForLock } from "../../process/wait-for-lock.ts";
import { applyChanges, type SettingsChange } from "./apply-changes.ts";
import { SettingsFileError } from "./settings-file-error.ts";

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

async function readIfThere(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}
