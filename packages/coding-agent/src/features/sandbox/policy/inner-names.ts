import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { filesThatRun, onlyExamples } from "@oh-my-pi/pi-policy/files/guarded-files.data";
import { findModules, namesIn } from "./protected-names.ts";

/** A file below the top of a workspace that decides what runs later. */
export interface InnerFile {
	/** Without links. */
	readonly folder: string;
	readonly name: string;
}

export interface InnerNamesFound {
	readonly files: readonly InnerFile[];
	/** Folders of git: of repositories inside, also those that a file called .git leads to, and bare ones. */
	readonly repositories: readonly string[];
}

export interface InnerNamesLimits {
	readonly maxFolders: number;
	readonly maxFiles: number;
	readonly maxMs: number;
}

interface Look {
	/** When names in it last changed; unlike the time of the folder itself no program can set this one. */
	readonly changedMs: number;
	readonly folders: readonly string[];
	readonly files: readonly InnerFile[];
	readonly repositories: readonly string[];
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
		const repositories: string[] = [];
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
			repositories.push(...look.repositories);
		}
		const all = [...new Set(repositories.flatMap((git) => [git, ...findModules(git)]))].slice(0, maxFiles);
		const inGit = all.flatMap((git) =>
			namesIn(git).flatMap((name) => (inRepository.has(name) ? [{ folder: git, name }] : [])),
		);
		return { files: [...files.slice(0, maxFiles), ...inGit], repositories: all };
	}

	#look(folder: string, mayRead: boolean): Look | undefined {
		const known = this.#known.get(folder);
		const facts = statSync(folder, { throwIfNoEntry: false });
		if (!facts) return undefined;
		const changedMs = facts.ctimeMs;
		if (known?.changedMs === changedMs || !mayRead) return known;
		const look = { changedMs, ...readFolder(folder) };
		if (this.#now() - changedMs > settledMs) this.#known.set(folder, look);
		return look;
	}
}

/** Of a repository, beside its hooks. */
const inRepository = new Set(["config", "config.worktree", "commondir"]);

function readFolder(folder: string): Omit<Look, "changedMs"> {
	const entries = readEntries(folder);
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	const others = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
	const below = folders.flatMap((name) =>
		(inFolders.get(name) ?? [])
			.map((path) => path.slice(name.length + 1).split("/"))
			.filter((parts) => parts.length === 1)
			.flatMap(([file = ""]) =>
				namesIn(join(folder, name)).includes(file) ? [{ folder: join(folder, name), name: file }] : [],
			),
	);
	// Git takes a folder that looks like a repository for one, whatever its name is.
	const isBare = others.includes("HEAD") && ["objects", "refs"].every((name) => folders.includes(name));
	return {
		folders: isBare ? [] : folders.filter((name) => !notEntered.has(name)).map((name) => join(folder, name)),
		files: [...others.filter(isProtected).map((name) => ({ folder, name })), ...below],
		repositories: [
			...(isBare ? [folder] : []),
			...(folders.includes(".git") ? [join(folder, ".git")] : []),
			...(others.includes(".git") ? findTarget(join(folder, ".git")) : []),
		],
	};
}

/** Where a file called .git leads to, and where the settings of that are. */
function findTarget(path: string): readonly string[] {
	try {
		const target = /^gitdir: (.+)$/m.exec(readFileSync(path, "latin1").slice(0, 4096))?.[1];
		const git = target === undefined ? undefined : realFolder(resolve(dirname(path), target));
		if (git === undefined) return [];
		const common = namesIn(git).includes("commondir")
			? readFileSync(join(git, "commondir"), "latin1").trim()
			: undefined;
		return [git, ...(common === undefined ? [] : [realFolder(resolve(git, common)) ?? git])];
	} catch {
		// Not a file, or not for this user.
		return [];
	}
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
