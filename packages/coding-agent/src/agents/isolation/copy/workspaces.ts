import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { copyFolderName, ownerFileName } from "@oh-my-pi/pi-policy/paths/isolated-copy";
import { isRunning, readStartTime } from "../../../process/running-process.ts";

/** Beside the copy, so that whoever finds it knows whose it is. */
export interface WorkspaceOwner {
	readonly pid: number;
	readonly started: string;
	readonly repository: string;
	readonly id: string;
	readonly createdAt: number;
	readonly backend: string;
	/** Mounted at `m`. */
	readonly isMounted: boolean;
}

export interface FoundWorkspace {
	readonly path: string;
	/** Absent if the record is unreadable. */
	readonly owner: WorkspaceOwner | undefined;
	/** The omp that made it is gone. */
	readonly isDead: boolean;
	readonly createdAt: number;
}

const folderName = /^t[0-9a-f]{8}0$/;
const ownerFile = ownerFileName;
export const mountName = copyFolderName;

/** A new folder `t<8 hex>0` with the owner beside the copy in `m`. */
export function makeWorkspace(base: string, facts: Pick<WorkspaceOwner, "repository" | "id" | "createdAt">): string {
	mkdirSync(base, { recursive: true, mode: 0o700 });
	spreadFolders(base);
	for (;;) {
		const folder = join(base, `t${crypto.randomUUID().slice(0, 8)}0`);
		if (existsSync(folder)) continue;
		mkdirSync(folder, { mode: 0o700 });
		writeOwner(folder, { ...facts, backend: "", isMounted: false });
		mkdirSync(join(folder, mountName));
		return folder;
	}
}

const ext4 = 0xef53;

/**
 * Tells ext4 that the folders in here have nothing to do with each other, so that each gets a region of the disk of its own.
 * Without a journal, ext4 does not reuse an inode for minutes after its file was removed and searches past all of them for each
 * new file: a copy in the region of one that was just removed takes ten times as long.
 */
function spreadFolders(base: string): void {
	if (process.platform !== "linux" || statfsSync(base).type !== ext4) return;
	try {
		Bun.spawnSync(["chattr", "+T", base], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
	} catch {
		// Not installed: only slower.
	}
}

export function writeOwner(folder: string, facts: Omit<WorkspaceOwner, "pid" | "started">): void {
	const owner: WorkspaceOwner = { pid: process.pid, started: readStartTime(process.pid), ...facts };
	writeFileSync(join(folder, ownerFile), JSON.stringify(owner));
}

export function findWorkspaces(base: string): FoundWorkspace[] {
	let names: string[];
	try {
		names = readdirSync(base).filter((name) => folderName.test(name));
	} catch {
		return [];
	}
	return names.sort().map((name) => {
		const path = join(base, name);
		const owner = readOwner(path);
		const isDead = owner === undefined || !isRunning(owner.pid, owner.started);
		return { path, owner, isDead, createdAt: owner?.createdAt ?? statSync(path).mtimeMs };
	});
}

/** Removes workspaces that omps left which have ended, or all. */
export async function clearWorkspaces(base: string, options: { readonly all?: boolean } = {}): Promise<void> {
	for (const { path, isDead } of findWorkspaces(base)) {
		if (isDead || options.all) await removeWorkspace(path);
	}
}

/** Removes a workspace, mounts first. */
export async function removeWorkspace(path: string): Promise<void> {
	await unmount(join(path, mountName));
	// Read-only folders, as build tools make them, could not be emptied.
	await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
		await Bun.spawn(["chmod", "-R", "u+rwX", path], { stdout: "ignore", stderr: "ignore" }).exited;
		await rm(path, { recursive: true, force: true });
	});
}

/** Never removes through a mount: what is below is the user's. */
async function unmount(path: string): Promise<void> {
	if (process.platform !== "linux" || !isMount(path)) return;
	for (const command of [
		["umount", path],
		["fusermount", "-u", path],
		["umount", "-l", path],
	]) {
		const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
		await child.exited.catch(() => 1);
		if (!isMount(path)) return;
	}
	throw new Error(`${path} is mounted and could not be unmounted. Unmount it by hand, then run omp worktree clear`);
}

export function isMount(path: string): boolean {
	try {
		const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
		return mounts.some((line) => line.split(" ")[4]?.replaceAll("\\040", " ") === path);
	} catch {
		// Not Linux.
		return false;
	}
}

function readOwner(folder: string): WorkspaceOwner | undefined {
	try {
		const owner: unknown = JSON.parse(readFileSync(join(folder, ownerFile), "utf8"));
		return isOwner(owner) ? owner : undefined;
	} catch {
		return undefined;
	}
}

function isOwner(value: unknown): value is WorkspaceOwner {
	if (typeof value !== "object" || value === null) return false;
	const { pid, started, repository, id, createdAt } = value as Record<string, unknown>;
	return (
		typeof pid === "number" &&
		typeof createdAt === "number" &&
		[started, repository, id].every((text) => typeof text === "string")
	);
}
