import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { SessionEnvironment } from "../log/session-environment.ts";
import { canonicalPath, defaultSessionDirectory, isSessionFileName, sessionsRoot } from "../storage/file-name.ts";
import type { Storage } from "../storage/storage.ts";
import { ByteLines } from "./byte-lines.ts";
import { readHeader } from "./summary.ts";

/** Renames folders below home from the old encoding (`--home-me-src--`). Folders that cannot be renamed stay. */
export function migrateOldFolders(environment: SessionEnvironment): void {
	const { storage, agentDir, host } = environment;
	const root = sessionsRoot(agentDir);
	const home = `--${canonicalPath(host.home)
		.replace(/^[/\\]/, "")
		.replace(/[/\\:]/g, "-")}`;
	for (const name of storage.list(root)) {
		if (!name.startsWith(`${home}-`) || !name.endsWith("--")) continue;
		try {
			moveFolder(environment, join(root, name));
		} catch (error) {
			logIgnored("sessions in a folder of the old layout are still found by a search over all projects", error);
		}
	}
}

/** The name alone is ambiguous (`/home/me-too` or `/home/me/too`); the sessions inside have the real path. */
function moveFolder(environment: SessionEnvironment, folder: string): void {
	const { storage, host, agentDir } = environment;
	const names = storage.list(folder);
	const cwd = names.map((name) => recordedCwd(storage, join(folder, name))).find(Boolean);
	const target = cwd && defaultSessionDirectory(host, agentDir, cwd);
	if (!target || target === folder) return;
	if (!storage.exists(target)) {
		storage.rename(folder, target);
		return;
	}
	for (const name of names) {
		if (!storage.exists(join(target, name))) storage.rename(join(folder, name), join(target, name));
	}
}

function recordedCwd(storage: Storage, path: string): string | undefined {
	if (!isSessionFileName(path) || storage.stat(path)?.isDirectory) return undefined;
	const head = storage.readSlices(path, 4096, 0)?.head;
	return head && readHeader(new ByteLines(head))?.cwd;
}
