import { basename, dirname, join, resolve } from "node:path";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { namesIn } from "../policy/protected-names.ts";
import { type FileState, inFolder, newBudget, readFacts, readState, takeAway, writeState } from "./file-state.ts";
import { safeGitConfig } from "./safe-git-config.ts";

export interface RepositoriesOptions {
	readonly takenTo: string;
	readonly takeExpected: (path: string) => boolean;
	/** A command runs that may still be making a repository. */
	readonly isBusy: () => boolean;
}

interface Look {
	readonly mode: "adopt" | "compare";
	readonly workspace: string;
}

/**
 * Folders of git that commands have made: they keep settings that name no programs, and no hooks but samples. Of folders that were
 * there before, the names in them are compared elsewhere.
 */
export class Repositories {
	readonly #options: RepositoriesOptions;
	readonly #known = new Set<string>();
	/** Made by a command that may still be at it. */
	readonly #fresh = new Set<string>();
	#made: ReadonlySet<string> = new Set();
	/** Files of states that were there before, by their path. */
	readonly #texts = new Map<string, string>();

	constructor(options: RepositoriesOptions) {
		this.#options = options;
	}

	get known(): readonly string[] {
		return [...this.#known];
	}

	/** Whether a folder of git was made since the last look, or by a command that was not done with it. */
	isNew(folder: string): boolean {
		return this.#made.has(folder);
	}

	/** Gives a line for each thing that was taken out of new ones. */
	look(folders: readonly string[], { mode, workspace }: Look): readonly string[] {
		const made = folders.filter((folder) => !this.#known.has(folder) || this.#fresh.has(folder));
		for (const folder of this.#known) if (!readFacts(folder)) this.#known.delete(folder);
		for (const folder of made) this.#known.add(folder);
		this.#made = new Set(mode === "adopt" ? [] : made);
		this.#fresh.clear();
		if (mode === "adopt") return [];
		if (this.#options.isBusy()) for (const folder of made) this.#fresh.add(folder);
		return made.flatMap((folder) => makeHarmless(folder, { ...this.#options, workspace }));
	}

	/** Linked working trees and a rebase that has stopped: git takes its settings, or what to run next, from files in a repository. */
	lookAtState(git: string, mode: Look["mode"]): readonly string[] {
		const trees = namesIn(join(git, "worktrees")).map((name) => join(git, "worktrees", name));
		return [
			...trees.flatMap((tree) => this.#lookAt(tree, "commondir", mode, (text) => commonText(text, tree, git))),
			...trees.flatMap((tree) => this.#lookAt(tree, "config.worktree", mode, (text) => safeGitConfig(text)?.text)),
			...[git, ...trees].flatMap((folder) => this.#lookAtTodo(join(folder, "rebase-merge"), mode)),
		];
	}

	#lookAtTodo(folder: string, mode: Look["mode"]): readonly string[] {
		return this.#lookAt(folder, "git-rebase-todo", mode, (text, before) => {
			const known = new Set(before.split("\n"));
			const lines = text.split("\n").map((line) => (runsProgram.test(line) && !known.has(line) ? `# ${line}` : line));
			const made = lines.join("\n");
			return made === text ? undefined : made;
		});
	}

	/** `correct` gives what should be in the file, `undefined` where it is fine. */
	#lookAt(
		folder: string,
		name: string,
		mode: Look["mode"],
		correct: (text: string, before: string) => string | undefined,
	): readonly string[] {
		if (!readFacts(join(folder, name))) return [];
		const path = join(folder, name);
		const line = inFolder(folder, (pin) => {
			const place = pin.at(name);
			const state = readState(place, newBudget());
			const before = this.#texts.get(path);
			const text = state?.kind === "file" ? state.content?.toString("latin1") : undefined;
			if (mode === "adopt" || text === before) {
				if (text !== undefined) this.#texts.set(path, text);
				return undefined;
			}
			const made = text === undefined ? "" : correct(text, before ?? "");
			if (made === undefined) return undefined;
			const taken = takeAway(place, name, this.#options.takenTo);
			const content = Buffer.from(made, "latin1");
			writeState(place, { kind: "file", look: "", mode: 0o644, content });
			return `The sandbox took out of ${path} what would run programs; as it was it is now ${taken}`;
		});
		return line === undefined ? [] : [line];
	}
}

const runsProgram = /^\s*(?:exec|x)\s/;

/** A linked working tree belongs to the repository that it lies in. */
function commonText(text: string, tree: string, git: string): string | undefined {
	return resolve(tree, text.trim()) === git ? undefined : "../..\n";
}

interface NewRepository extends Omit<RepositoriesOptions, "isBusy"> {
	readonly workspace: string;
	/** What was there before, and was only moved. */
	readonly isKnown?: (look: string) => boolean;
}

/** Takes out of a new folder of git what has programs run. */
export function makeHarmless(repository: string, options: NewRepository): readonly string[] {
	const { takenTo, takeExpected, isKnown = () => false, workspace } = options;
	const lines: string[] = [];
	const isLinked = basename(dirname(repository)) === "worktrees";
	const take = (place: string, path: string) => {
		const taken = takeAway(place, basename(path), takenTo);
		lines.push(`The sandbox took away ${path}, which decides what runs later; it is now ${taken}`);
	};
	inFolder(repository, (pin) => {
		for (const name of ["config", "config.worktree", "commondir", "hooks"]) {
			const [place, path] = [pin.at(name), join(repository, name)];
			const facts = readFacts(place);
			if (!facts || takeExpected(path)) continue;
			// Elsewhere than in a linked working tree, git never makes these.
			if (facts.isSymbolicLink() || (name === "commondir" && !isLinked)) take(place, path);
			if (!name.startsWith("config")) continue;
			const state = readState(place, newBudget());
			if (!state || isKnown(state.look)) continue;
			if (state.kind !== "file" || !state.content) {
				take(place, path);
				continue;
			}
			const safe = safeGitConfig(state.content.toString("latin1"), (folder) =>
				isInFolder(resolve(repository, folder), workspace),
			);
			if (!safe) continue;
			const taken = takeAway(place, name, takenTo);
			writeState(place, { ...state, content: Buffer.from(safe.text, "latin1") });
			const what = safe.dropped.length > 0 ? safe.dropped.join(", ") : "what git would not read";
			lines.push(
				`The sandbox took ${what} out of ${path}, since a new repository must not run programs; as it was it is now ${taken}`,
			);
		}
	});
	const hooks = join(repository, "hooks");
	inFolder(hooks, (pin) => {
		for (const name of namesIn(hooks)) {
			const [place, path] = [pin.at(name), join(hooks, name)];
			const facts = readState(place, { bytes: 0, entries: 0 });
			if (isHook(name) && facts && !isKnown(facts.look) && !takeExpected(path)) take(place, path);
		}
	});
	return lines;
}

/** What a new repository may have at a name, of what it has: a command may have changed it since it was made harmless. */
export function harmlessState(name: string, state: FileState): FileState | undefined {
	if (name === "commondir") return undefined;
	if (name === "hooks" && state.kind === "folder")
		return { ...state, look: "", entries: new Map([...state.entries].filter(([hook]) => !isHook(hook))) };
	if (!name.startsWith("config") || state.kind !== "file" || !state.content) return state;
	const safe = safeGitConfig(state.content.toString("latin1"), () => true);
	return safe ? { ...state, look: "", content: Buffer.from(safe.text, "latin1") } : state;
}

export const isHook = (name: string): boolean => !name.endsWith(".sample");
