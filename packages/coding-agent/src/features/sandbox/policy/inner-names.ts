import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { filesThatRun, onlyExamples } from "@oh-my-pi/pi-policy/files/guarded-files.data";
import { namesIn } from "./protected-names.ts";

/** A file below the top of a workspace that decides what runs later. */
export interface InnerFile {
	/** Without links. */
	readonly folder: string;
	readonly name: string;
}

export interface InnerNamesFound {
	readonly files: readonly InnerFile[];
	/** Folders of hooks of repositories; what appears in one is run. */
	readonly hookFolders: readonly string[];
}

export interface InnerNamesLimits {
	readonly maxFolders: number;
	readonly maxFiles: number;
	readonly maxMs: number;
}

interface Look {
	readonly changedMs: number;
	readonly folders: readonly string[];
	readonly files: readonly InnerFile[];
	readonly hookFolders: readonly string[];
}

const defaultLimits: InnerNamesLimits = { maxFolders: 3000, maxFiles: 300, maxMs: 20 };
/** A folder that changed just now may change again without a newer time. */
const settledMs = 50;

/** Files and folders that count anywhere, by name. */
const ownNames = new Set(filesThatRun.filter((entry) => !/\//.test(entry) && entry !== ".git"));
/** Ends of paths with a folder in them, by the name of that folder. */
const inFolders = Map.groupBy(
	filesThatRun.filter((entry) => /[^/]\/./.test(entry) && !entry.startsWith("/") && !entry.endsWith("/")),
	(entry) => entry.slice(0, entry.indexOf("/")),
);
const notEntered = new Set([".git", "node_modules", "target", "__pycache__", ".venv", "venv"]);

/**
 * Finds protected names in the folders below a workspace, within a time that no command notices: a folder that has not changed is
 * not read again, so a large tree is known after some commands.
 */
export class InnerNames {
	readonly #now: () => number;
	readonly #limits: InnerNamesLimits;
	readonly #known = new Map<string, Look>();

	constructor(now: () => number, limits: InnerNamesLimits = defaultLimits) {
		this.#now = now;
		this.#limits = limits;
	}

	find(workspace: string): InnerNamesFound {
		const { maxFolders, maxFiles, maxMs } = this.#limits;
		const until = performance.now() + maxMs;
		const files: InnerFile[] = [];
		const hookFolders: string[] = [];
		const root = realFolder(workspace);
		const queue = root === undefined ? [] : [root];
		for (let index = 0; index < Math.min(queue.length, maxFolders); index++) {
			const folder = queue[index] ?? "";
			const look = this.#look(folder, performance.now() < until);
			if (!look) continue;
			queue.push(...look.folders);
			// The names at the top are looked after by themselves.
			if (folder === root) continue;
			files.push(...look.files);
			hookFolders.push(...look.hookFolders);
		}
		return { files: files.slice(0, maxFiles), hookFolders: hookFolders.slice(0, maxFiles) };
	}

	#look(folder: string, mayRead: boolean): Look | undefined {
		const changedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
		if (changedMs === undefined) return undefined;
		const known = this.#known.get(folder);
		if (known?.changedMs === changedMs || !mayRead) return known;
		const look = { changedMs, ...readFolder(folder) };
		if (this.#now() - changedMs > settledMs) this.#known.set(folder, look);
		return look;
	}
}

function readFolder(folder: string): Omit<Look, "changedMs"> {
	const entries = readEntries(folder);
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	const files = entries.filter((entry) => !entry.isDirectory() && isProtected(entry.name)).map(({ name }) => name);
	const below = folders.flatMap((name) =>
		(inFolders.get(name) ?? [])
			.map((path) => path.slice(name.length + 1).split("/"))
			.filter((parts) => parts.length === 1)
			.flatMap(([file = ""]) =>
				namesIn(join(folder, name)).includes(file) ? [{ folder: join(folder, name), name: file }] : [],
			),
	);
	const git = join(folder, ".git");
	const hooks = join(git, "hooks");
	const isRepository = folders.includes(".git");
	const inGit = ["config", "config.worktree"].filter((name) => isRepository && namesIn(git).includes(name));
	return {
		folders: folders.filter((name) => !notEntered.has(name)).map((name) => join(folder, name)),
		files: [...files.map((name) => ({ folder, name })), ...below, ...inGit.map((name) => ({ folder: git, name }))],
		hookFolders: isRepository && realFolder(hooks) === hooks ? [hooks] : [],
	};
}

function isProtected(name: string): boolean {
	return ownNames.has(name) || name === ".git" || (/^\.env\./.test(name) && !onlyExamples.test(name));
}

function readEntries(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		// Not to be entered by this user.
		return [];
	}
}

function realFolder(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}
