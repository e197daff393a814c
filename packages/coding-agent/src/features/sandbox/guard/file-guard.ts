import {
	cpSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	type Stats,
} from "node:fs";
import { basename, join } from "node:path";
import { namesIn, protectedNames } from "../policy/protected-names.ts";

export interface GuardOptions {
	readonly folders: readonly string[];
	/** Whether the kernel keeps a file as it is; it then need not be looked at. */
	readonly isHeld: (path: string) => boolean;
	/** Where what is taken away goes. */
	readonly takenTo: string;
	readonly copiesTo: string;
}

/** What was there before a command: nothing, or something that looked like this. */
type Look = string | undefined;

/**
 * Compares the protected names of a workspace before and after a command. What has appeared is moved away; what has changed is put
 * back from a copy, which is only made where the kernel does not hold it.
 */
export class FileGuard {
	readonly #options: GuardOptions;
	readonly #before = new Map<string, Look>();
	readonly #copies = new Map<string, string>();
	/** Folders of git that a command makes bring their own files. */
	readonly #hadGit = new Set<string>();

	constructor(options: GuardOptions) {
		this.#options = options;
		for (const folder of options.folders) {
			if (lookAt(join(folder, ".git")) !== undefined) this.#hadGit.add(folder);
			for (const path of protectedNames(folder)) this.#remember(path);
		}
	}

	/** Gives a line for each file that was taken away or put back. */
	end(): readonly string[] {
		const names = this.#options.folders.flatMap((folder) => this.#newNames(folder));
		const before = [...this.#before].flatMap(([path, look]) => (look === undefined ? [] : [path]));
		return [...new Set([...names, ...before])].flatMap((path) => this.#settle(path) ?? []);
	}

	#remember(path: string): void {
		const look = lookAt(path);
		this.#before.set(path, look);
		if (look === undefined || this.#options.isHeld(path)) return;
		if (findSize(path) > maxCopyBytes) return;
		const copy = join(mkdtempSync(join(this.#options.copiesTo, "c")), "copy");
		cpSync(path, copy, copyOptions);
		this.#copies.set(path, copy);
	}

	#newNames(folder: string): readonly string[] {
		const names = protectedNames(folder);
		if (this.#hadGit.has(folder)) return names;
		const git = join(folder, ".git");
		// Whoever makes a repository makes its settings and samples of hooks, too.
		const hooks = namesIn(join(git, "hooks")).filter((name) => !name.endsWith(".sample"));
		return [...names.filter((path) => !path.startsWith(`${git}/`)), ...hooks.map((name) => join(git, "hooks", name))];
	}

	#settle(path: string): string | undefined {
		const before = this.#before.get(path);
		const now = lookAt(path);
		if (now === before || (before !== undefined && this.#options.isHeld(path))) return undefined;
		if (before === undefined)
			return `The sandbox took away ${path}, which decides what runs later; it is now ${this.#takeAway(path)}`;
		const copy = this.#copies.get(path);
		if (copy === undefined) return `${path} was changed, which decides what runs later; look at it before it is used`;
		// A program may write what was there before.
		if (readContent(path) === readContent(copy)) return undefined;
		rmSync(path, { recursive: true, force: true });
		cpSync(copy, path, copyOptions);
		return `The sandbox put back ${path}, which decides what runs later`;
	}

	#takeAway(path: string): string {
		mkdirSync(this.#options.takenTo, { recursive: true, mode: 0o700 });
		const target = join(mkdtempSync(join(this.#options.takenTo, "r")), basename(path));
		try {
			renameSync(path, target);
		} catch {
			// Another file system.
			cpSync(path, target, copyOptions);
			rmSync(path, { recursive: true, force: true });
		}
		return target;
	}
}

const maxCopyBytes = 4 * 1024 * 1024;
const copyOptions = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true } as const;

/** Changes whenever the file does; for a folder also when something in it does. */
function lookAt(path: string): Look {
	const facts = readFacts(path);
	if (!facts) return undefined;
	if (facts.isSymbolicLink()) return `link ${readlinkSync(path)}`;
	if (!facts.isDirectory()) return lookOf(facts);
	const inside = namesIn(path).slice(0, maxEntries);
	return `folder ${inside.map((name) => `${name} ${lookAt(join(path, name))}`).join("\n")}`;
}

const maxEntries = 500;

/** Names, modes and bytes of everything in it. */
function readContent(path: string): string | undefined {
	const facts = readFacts(path);
	if (!facts) return undefined;
	if (facts.isSymbolicLink()) return `link ${readlinkSync(path)}`;
	if (facts.isDirectory())
		return [...namesIn(path)]
			.sort()
			.map((name) => `${name} ${readContent(join(path, name))}`)
			.join("\n");
	return `${facts.mode} ${facts.isFile() ? Bun.hash(readFileSync(path)) : "special"}`;
}

const lookOf = ({ ino, size, mtimeMs, ctimeMs, mode }: Stats): string => [ino, size, mtimeMs, ctimeMs, mode].join(" ");

function findSize(path: string): number {
	const facts = readFacts(path);
	if (!facts?.isDirectory()) return facts?.size ?? 0;
	return namesIn(path).reduce((sum, name) => sum + findSize(join(path, name)), 0);
}

function readFacts(path: string): Stats | undefined {
	try {
		return lstatSync(path);
	} catch {
		return undefined;
	}
}
