import { join } from "node:path";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import type { InnerFile, InnerNames } from "../policy/inner-names.ts";
import { namesIn } from "../policy/protected-names.ts";
import {
	type FileState,
	inFolder,
	isKept,
	isSame,
	lookOf,
	looksSame,
	readFacts,
	readState,
	takeAway,
	writeState,
} from "./file-state.ts";
import type { GuardOptions } from "./protected-files.ts";
import { realFolder } from "./protected-files.ts";
import { harmlessState, isHook, makeHarmless } from "./repositories.ts";

interface Kept {
	readonly file: InnerFile;
	readonly state: FileState;
}

const maxBytes = 256 * 1024;

/**
 * Protected names in subfolders, as they should be. The kernel does not hold them, since a folder around one could then not be renamed
 * or removed. What has changed is put back, unless its folder is gone. Other names may appear; new repositories are made harmless.
 */
export class InnerFiles {
	readonly #folder: string;
	readonly #names: InnerNames;
	readonly #options: Omit<GuardOptions, "isHeld" | "now">;
	readonly #kept = new Map<string, Kept>();
	/** Repositories by their folder, with the hooks that they have. */
	readonly #hooks = new Map<string, ReadonlySet<string>>();
	/** Made by a command that may still be at it. */
	readonly #fresh = new Set<string>();
	#isAdopted = false;

	constructor(folder: string, names: InnerNames, options: Omit<GuardOptions, "isHeld" | "now">) {
		this.#folder = folder;
		this.#names = names;
		this.#options = options;
	}

	/** What is there now is as it should be. */
	adopt(): void {
		this.#isAdopted = true;
		this.#fresh.clear();
		const { files, repositories } = this.#names.find(this.#folder);
		const hooks = repositories.flatMap((git) => this.#keepHooks(git));
		const there = new Set<string>();
		for (const file of [...files, ...hooks]) {
			there.add(join(file.folder, file.name));
			this.#keep(file);
		}
		for (const path of this.#kept.keys()) if (!there.has(path)) this.#kept.delete(path);
		for (const git of this.#hooks.keys()) if (!readFacts(git)) this.#hooks.delete(git);
	}

	/** Gives a line for each file that was taken away or put back. */
	compare(): readonly string[] {
		if (!this.#isAdopted) {
			this.adopt();
			return [];
		}
		// Before folders that are gone are forgotten: they may only have been moved.
		const looks = new Set([...this.#kept.values()].map(({ state }) => state.look));
		const lines = [...this.#kept.values()].flatMap((kept) => this.#putBack(kept) ?? []);
		lines.push(...[...this.#hooks].flatMap(([git, names]) => this.#takeNewHooks(git, names)));
		const { files, repositories } = this.#names.find(this.#folder);
		const workspace = realFolder(this.#folder) ?? this.#folder;
		const isNew = (file: InnerFile) => !this.#kept.has(join(file.folder, file.name));
		const changed = new Set(files.filter(isNew).map(({ folder }) => folder));
		const isKnown = (look: string) => looks.has(look);
		for (const git of repositories) {
			const isMade = !this.#hooks.has(git) || this.#fresh.has(git);
			if (!isMade && !changed.has(git)) continue;
			this.#fresh.delete(git);
			// Those elsewhere can only be read by commands.
			if (!isInFolder(git, workspace)) {
				for (const file of this.#keepHooks(git)) this.#keep(file);
				continue;
			}
			lines.push(...makeHarmless(git, { ...this.#options, workspace, isKnown }));
			if (isMade && this.#options.isBusy()) this.#fresh.add(git);
			for (const file of this.#keepHooks(git, isKnown)) this.#keep(file);
			for (const file of files) if (file.folder === git) this.#keepHarmless(file, isKnown);
		}
		for (const file of files) if (isNew(file)) this.#keep(file);
		return lines;
	}

	#keepHooks(git: string, isKnown: (look: string) => boolean = () => true): readonly InnerFile[] {
		const folder = join(git, "hooks");
		const found = realFolder(folder) === folder ? namesIn(folder).filter(isHook) : [];
		const names = found.filter((name) => isKnown(lookAt(join(folder, name))));
		this.#hooks.set(git, new Set(names));
		return names.map((name) => ({ folder, name }));
	}

	#keep(file: InnerFile): void {
		const path = join(file.folder, file.name);
		const state = inFolder(file.folder, (pin) => {
			const place = pin.at(file.name);
			const known = this.#kept.get(path)?.state;
			if (known && looksSame(place, known)) return known;
			return readState(place, { bytes: maxBytes, entries: 0 });
		});
		if (state?.kind === "file" || state?.kind === "link") this.#kept.set(path, { file, state });
		else this.#kept.delete(path);
	}

	/** A command may have changed it since it was made harmless. */
	#keepHarmless(file: InnerFile, isKnown: (look: string) => boolean): void {
		this.#keep(file);
		const path = join(file.folder, file.name);
		const kept = this.#kept.get(path);
		if (!kept || isKnown(kept.state.look)) return;
		const state = harmlessState(file.name, kept.state);
		if (state) this.#kept.set(path, { file, state });
		else this.#kept.delete(path);
	}

	#putBack({ file, state }: Kept): string | undefined {
		if (this.#fresh.has(file.folder)) return undefined;
		const path = join(file.folder, file.name);
		if (looksSame(path, state)) return undefined;
		if (this.#options.takeExpected(path)) {
			this.#keep(file);
			return undefined;
		}
		if (!readFacts(file.folder)?.isDirectory()) {
			this.#kept.delete(path);
			return undefined;
		}
		return inFolder(file.folder, (pin) => {
			const place = pin.at(file.name);
			const now = readState(place, { bytes: maxBytes, entries: 0 });
			if (isSame(now, state)) {
				if (now) this.#kept.set(path, { file, state: now });
				return undefined;
			}
			const look = "which decides what runs later";
			if (!isKept(state)) {
				this.#keep(file);
				return `${path} was changed, ${look}; look at it before it is used`;
			}
			const taken = now && takeAway(place, file.name, this.#options.takenTo);
			writeState(place, state);
			this.#keep(file);
			const other = taken === undefined ? "" : `; what it was changed to is now ${taken}`;
			return `The sandbox put back ${path}, ${look}${other}`;
		});
	}

	#takeNewHooks(git: string, known: ReadonlySet<string>): readonly string[] {
		const folder = join(git, "hooks");
		const made = namesIn(folder).filter((name) => isHook(name) && !known.has(name));
		return made.flatMap((name) => {
			const path = join(folder, name);
			if (this.#options.takeExpected(path)) {
				this.#hooks.set(git, new Set([...known, name]));
				this.#keep({ folder, name });
				return [];
			}
			const taken = inFolder(folder, (pin) => takeAway(pin.at(name), name, this.#options.takenTo));
			return taken === undefined
				? []
				: [`The sandbox took away ${path}, which decides what runs later; it is now ${taken}`];
		});
	}
}

function lookAt(path: string): string {
	const facts = readFacts(path);
	return facts ? lookOf(facts) : "";
}
