import { realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { gitFolders, gitNames, protectedNames, repositoriesOf } from "../policy/protected-names.ts";
import {
	type FileState,
	inFolder,
	inMadeFolder,
	isKept,
	isSame,
	looksSame,
	newBudget,
	readFacts,
	readState,
	takeAway,
	writeState,
} from "./file-state.ts";
import { harmlessState, Repositories } from "./repositories.ts";

export interface GuardOptions {
	/** Whether the kernel keeps a file as it is; it then need not be looked at. */
	readonly isHeld: (path: string) => boolean;
	/** Where what is taken away goes. */
	readonly takenTo: string;
	readonly now: () => number;
	/** A command runs that may still be making a repository. */
	readonly isBusy: () => boolean;
	/** Whether a change is that of a tool of omp, which has asked about it. It counts for one change. */
	readonly takeExpected: (path: string) => boolean;
}

/** How a name should be: nothing, something, or what the kernel holds. */
type Known = { readonly kind: "absent" | "held" } | { readonly kind: "there"; readonly state: FileState };

/** Whether what is found counts from now on, or what was there before does. */
type Mode = "adopt" | "adopt-new" | "compare";

/**
 * The protected names at the top of a workspace, as they should be. What appears is moved away; what changes is put back, unless the
 * kernel holds it anyway. No link is followed that was not there before.
 */
export class ProtectedFiles {
	readonly #folder: string;
	readonly #options: GuardOptions;
	readonly #known = new Map<string, Known>();
	/** Links in the ways to the names, with what they lead to. */
	readonly #links = new Map<string, string>();
	/** When the entries of folders last changed, as far as that is sure. */
	readonly #changed = new Map<string, number>();
	readonly #repositories: Repositories;
	#isAdopted = false;

	constructor(folder: string, options: GuardOptions) {
		this.#folder = folder;
		this.#options = options;
		this.#repositories = new Repositories(options);
	}

	/** What is there now is as it should be. */
	adopt(): void {
		this.#look("adopt");
	}

	/** Gives a line for each file that was taken away or put back. */
	compare(): readonly string[] {
		return this.#look(this.#isAdopted ? "compare" : "adopt");
	}

	#look(mode: "adopt" | "compare"): readonly string[] {
		const root = realFolder(this.#folder);
		if (root === undefined) return [];
		const lines: string[] = [];
		if (mode === "adopt") this.#links.clear();
		else lines.push(...this.#restoreLinks());
		// First: it says where the repository is.
		lines.push(...this.#lookAtGitFile(root, mode));
		lines.push(...this.#repositories.look(repositoriesOf(root), { mode, workspace: root }));
		for (const [parent, names] of this.#namesByFolder(root)) {
			// What a new repository brings along was looked at with it.
			const isNew = this.#repositories.isNew(parent) || this.#repositories.isNew(dirname(parent));
			lines.push(
				...this.#lookIn(this.#findRoot(parent, root), parent, names, isNew && mode === "compare" ? "adopt-new" : mode),
			);
		}
		lines.push(...gitFolders(root).flatMap((git) => this.#repositories.lookAtState(git, mode)));
		this.#isAdopted = true;
		return lines;
	}

	/** A name below a folder of git's belongs there, others to the workspace. */
	#findRoot(parent: string, root: string): string {
		const git = this.#repositories.known.find((folder) => isInFolder(parent, folder));
		return git !== undefined && !isInFolder(git, root) ? git : root;
	}

	#namesByFolder(root: string): ReadonlyMap<string, readonly string[]> {
		const gone = [...this.#known].flatMap(([path, { kind }]) => (kind === "absent" ? [] : [path]));
		const there = new Set(this.#repositories.known);
		const names = new Set([...protectedNames(root), ...gone]);
		const gitFile = join(root, ".git");
		return Map.groupBy(
			[...names].filter((path) => path !== gitFile && !this.#isOfLostRepository(path, there)),
			dirname,
		);
	}

	/** There is nothing to protect where no repository is anymore. */
	#isOfLostRepository(path: string, there: ReadonlySet<string>): boolean {
		const owner = gitNames.find((name) => path.endsWith(`/${name}`));
		if (owner === undefined || !/\/\.git\/|\/modules\/|\/worktrees\//.test(path)) return false;
		return !there.has(path.slice(0, -owner.length - 1));
	}

	#lookAtGitFile(root: string, mode: "adopt" | "compare"): readonly string[] {
		const path = join(root, ".git");
		const isFolder = (state: FileState | undefined) => state === undefined || state.kind === "folder";
		if (this.#options.isHeld(path)) {
			this.#known.set(path, { kind: "held" });
			return [];
		}
		return (
			inFolder(root, (pin) => {
				const place = pin.at(".git");
				const facts = readFacts(place);
				const known = this.#known.get(path);
				const was = known?.kind === "there" ? known.state : undefined;
				// A folder is a repository, of which the names in it count.
				const now: FileState | undefined = facts?.isDirectory()
					? { kind: "folder", look: "", mode: 0, entries: new Map(), isCut: false }
					: readState(place, newBudget());
				const isFine = (isFolder(was) && isFolder(now)) || isSame(was, now);
				if (mode === "adopt" || known?.kind === "held" || isFine || this.#options.takeExpected(path)) {
					this.#known.set(path, now ? { kind: "there", state: now } : { kind: "absent" });
					return [];
				}
				const line = this.#settle(path, place, isFolder(was) ? undefined : was);
				return [line];
			}) ?? []
		);
	}

	/** Gives the lines of all names in a folder. */
	#lookIn(root: string, parent: string, names: readonly string[], mode: Mode): readonly string[] {
		const open: string[] = [];
		for (const name of names) {
			const path = join(parent, name.slice(parent.length + 1));
			if (this.#options.isHeld(path)) this.#known.set(path, { kind: "held" });
			else open.push(path);
		}
		const lines: string[] = [];
		const real = this.#enter(root, parent, mode, lines);
		if (real === "outside") return lines;
		const changedMs = real === undefined ? undefined : readFacts(real)?.ctimeMs;
		const isUnchanged = real !== undefined && changedMs !== undefined && this.#changed.get(real) === changedMs;
		const unsure = open.filter((path) => {
			const known = this.#known.get(path);
			if (known === undefined || real === undefined) return true;
			if (known.kind === "absent") return !isUnchanged;
			return known.kind !== "there" || !looksSame(join(real, basename(path)), known.state);
		});
		if (unsure.length > 0) {
			const work = (pin: { at(name: string): string }) =>
				unsure.flatMap((path) => this.#judge(path, pin.at(basename(path)), mode) ?? []);
			const isNeeded = real !== undefined || unsure.some((path) => this.#known.get(path)?.kind === "there");
			const target = real ?? parent;
			if (!isNeeded || (mode !== "compare" && real === undefined)) for (const path of unsure) this.#lacks(path);
			else lines.push(...((real === undefined ? inMadeFolder(target, work) : inFolder(target, work)) ?? []));
		}
		// A folder that changed just now may change again without a newer time.
		if (real !== undefined && changedMs !== undefined && this.#options.now() - changedMs > settledMs)
			this.#changed.set(real, changedMs);
		return lines;
	}

	#lacks(path: string): void {
		this.#known.set(path, { kind: "absent" });
	}

	#judge(path: string, place: string, mode: Mode): string | undefined {
		const known = this.#known.get(path);
		// What the kernel held can only have been replaced from outside of the box.
		if (mode !== "compare" || known?.kind === "held") {
			this.#keep(path, place);
			if (mode === "adopt-new") this.#makeHarmless(path);
			return undefined;
		}
		const before = known?.kind === "there" ? known.state : undefined;
		if (!before && !readFacts(place)) {
			this.#lacks(path);
			return undefined;
		}
		const now = readState(place, newBudget());
		const wanted = this.#withExpected(path, before, now);
		if (isSame(now, wanted)) {
			this.#known.set(path, now ? { kind: "there", state: now } : { kind: "absent" });
			return undefined;
		}
		return this.#settle(path, place, wanted);
	}

	#keep(path: string, place: string): void {
		const known = this.#known.get(path);
		if (known?.kind === "there" && looksSame(place, known.state)) return;
		const state = readState(place, newBudget());
		this.#known.set(path, state ? { kind: "there", state } : { kind: "absent" });
	}

	#makeHarmless(path: string): void {
		const known = this.#known.get(path);
		if (known?.kind !== "there") return;
		const state = harmlessState(basename(path), known.state);
		this.#known.set(path, state ? { kind: "there", state } : { kind: "absent" });
	}

	/** As it should be: what was there before, with what tools of omp wrote since. */
	#withExpected(path: string, before: FileState | undefined, now: FileState | undefined): FileState | undefined {
		if (isSame(now, before)) return before;
		if (this.#options.takeExpected(path)) return now;
		if (now?.kind !== "folder" || (before && before.kind !== "folder")) return before;
		const entries = new Map(before?.entries);
		let isWritten = false;
		for (const [name, entry] of now.entries) {
			const wanted = this.#withExpected(join(path, name), before?.entries.get(name), entry);
			isWritten ||= wanted !== before?.entries.get(name);
			if (wanted) entries.set(name, wanted);
		}
		for (const name of entries.keys()) {
			if (now.entries.has(name) || !this.#options.takeExpected(join(path, name))) continue;
			entries.delete(name);
			isWritten = true;
		}
		return isWritten ? { ...now, entries } : before;
	}

	/** Has nothing else there than what should be, and says so. */
	#settle(path: string, place: string, wanted: FileState | undefined): string {
		if (wanted && !isKept(wanted)) {
			this.#keep(path, place);
			return `${path} was changed, which decides what runs later; look at it before it is used`;
		}
		try {
			const taken = readFacts(place) && takeAway(place, basename(path), this.#options.takenTo);
			if (wanted) writeState(place, wanted);
			this.#keep(path, place);
			if (!wanted) return `The sandbox took away ${path}, which decides what runs later; it is now ${taken}`;
			const other = taken === undefined ? "" : `; what it was changed to is now ${taken}`;
			return `The sandbox put back ${path}, which decides what runs later${other}`;
		} catch {
			return `${path} was changed, which decides what runs later, and could not be put back; look at it before it is used`;
		}
	}

	/** The folder itself, by the links that were there before; `undefined` where there is none. Other links are taken away. */
	#enter(root: string, parent: string, mode: Mode, lines: string[]): string | "outside" | undefined {
		let at = root;
		const parts = relative(root, parent).split("/").filter(Boolean);
		for (const [index, part] of parts.entries()) {
			const path = join(at, part);
			const facts = readFacts(path);
			if (!facts) return undefined;
			if (facts.isDirectory()) {
				at = path;
				continue;
			}
			if (!facts.isSymbolicLink()) return undefined;
			const link = readState(path, newBudget());
			const target = link?.kind === "link" ? link.target : "";
			const isOther = this.#links.get(path) !== target;
			if (isOther && (mode !== "compare" || this.#options.takeExpected(path))) this.#links.set(path, target);
			if (this.#links.get(path) !== target) {
				const line = inFolder(at, (pin) => this.#settle(path, pin.at(part), undefined));
				this.#known.delete(path);
				if (line !== undefined) lines.push(line);
				return undefined;
			}
			const real = realFolder(path);
			if (real === undefined) return undefined;
			if (!isInFolder(real, root)) return "outside";
			return this.#enter(root, join(real, ...parts.slice(index + 1)), mode, lines);
		}
		return at;
	}

	/** A link that led to protected names must lead there still. */
	#restoreLinks(): readonly string[] {
		return [...this.#links].flatMap(([path, target]) => {
			const look = readState(path, { bytes: 0, entries: 0 });
			if (look?.kind === "link" && look.target === target) return [];
			if (this.#options.takeExpected(path)) {
				this.#links.delete(path);
				return [];
			}
			const line = inFolder(dirname(path), (pin) =>
				this.#settle(path, pin.at(basename(path)), { kind: "link", look: "", target }),
			);
			this.#known.delete(path);
			return line ?? [];
		});
	}
}

const settledMs = 50;

export function realFolder(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		// Gone, or not to be seen.
		return undefined;
	}
}
