import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { GitFolders } from "../git/git-paths.ts";

/** Where a session's records are. Its id names the folder, whatever is in it. */
export function sessionFolder(base: string, sessionId: string): string {
	const name = /^[\w.-]{1,100}$/.test(sessionId) && !sessionId.startsWith(".") ? sessionId : hashed(sessionId);
	return join(base, "sessions", name);
}

/** Throws where it cannot be made. */
export function makeSessionFolder(base: string, sessionId: string): string {
	const folder = sessionFolder(base, sessionId);
	for (const made of [base, folder, join(base, "workspaces"), join(base, "contents")]) {
		mkdirSync(made, { recursive: true, mode: 0o700 });
	}
	return folder;
}

export function firstLookPath(folder: string): string {
	return join(folder, "first-look.bin");
}

/** The last session that looked at this workspace: what it knows saves reading. */
export function readLastSession(base: string, workspace: string): string | undefined {
	try {
		return readFileSync(join(base, "workspaces", hashed(workspace)), "utf8");
	} catch {
		return undefined;
	}
}

export async function writeLastSession(base: string, workspace: string, folder: string): Promise<void> {
	await atomicWrite(join(base, "workspaces", hashed(workspace)), folder);
}

/** The repository of the session, which may be gone by now. */
export function readGitFolders(folder: string): GitFolders | undefined {
	try {
		return JSON.parse(readFileSync(join(folder, "git.json"), "utf8"));
	} catch {
		return undefined;
	}
}

export function writeGitFolders(folder: string, git: GitFolders): void {
	writeFileSync(join(folder, "git.json"), JSON.stringify(git), { mode: 0o600 });
}

function hashed(text: string): string {
	return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32);
}
