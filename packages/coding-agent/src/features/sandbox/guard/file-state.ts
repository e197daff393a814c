import {
	closeSync,
	constants,
	copyFileSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmdirSync,
	type Stats,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type PinnedFolder, pinFolder } from "@oh-my-pi/pi-tools/files/mutate/pinned-folder";

/** What lies at a name; a link is never followed. `look` changes whenever it does, `content` is absent where it is too large to keep. */
export type FileState =
	| { readonly kind: "file"; readonly look: string; readonly mode: number; readonly content: Buffer | undefined }
	| { readonly kind: "link"; readonly look: string; readonly target: string }
	| {
			readonly kind: "folder";
			readonly look: string;
			readonly mode: number;
			readonly entries: ReadonlyMap<string, FileState>;
			/** There is more in it than is kept. */
			readonly isCut: boolean;
	  }
	| { readonly kind: "other"; readonly look: string };

/** What may still be kept of a tree. */
export interface Budget {
	bytes: number;
	entries: number;
}

export const newBudget = (): Budget => ({ bytes: 4 * 1024 * 1024, entries: 500 });

/** Works in a folder that stays the one it was; a command may put a link in its place. Gives nothing where it is gone. */
export function inFolder<T>(folder: string, work: (pin: PinnedFolder) => T): T | undefined {
	if (!readFacts(folder)?.isDirectory()) return undefined;
	return inMadeFolder(folder, work);
}

/** The same, and makes what is missing of it. */
export function inMadeFolder<T>(folder: string, work: (pin: PinnedFolder) => T): T | undefined {
	let pin: PinnedFolder;
	try {
		pin = pinFolder(folder, folder);
	} catch {
		// It leads elsewhere meanwhile, or may not be entered: not the folder that was there.
		return undefined;
	}
	try {
		return work(pin);
	} finally {
		pin[Symbol.dispose]();
	}
}

/** `undefined` where there is nothing. `place` is a name in a pinned folder. */
export function readState(place: string, budget: Budget): FileState | undefined {
	const facts = readFacts(place);
	if (!facts) return undefined;
	if (facts.isSymbolicLink()) return { kind: "link", look: lookOf(facts), target: readLink(place) };
	if (facts.isDirectory()) return readFolder(place, budget);
	if (!facts.isFile()) return { kind: "other", look: lookOf(facts) };
	const content = facts.size <= budget.bytes ? readContent(place) : undefined;
	budget.bytes -= content?.length ?? 0;
	return { kind: "file", look: lookOf(facts), mode: facts.mode & 0o7777, content };
}

/** Whether it still looks as it did: cheap, and never wrong about a change that a program could make. */
export function looksSame(place: string, state: FileState): boolean {
	const facts = readFacts(place);
	if (!facts || lookOf(facts) !== state.look) return false;
	if (state.kind !== "folder") return true;
	return !state.isCut && [...state.entries].every(([name, entry]) => looksSame(join(place, name), entry));
}

/** Whether two states hold the same, whenever they were written. What is not kept is never the same. */
export function isSame(a: FileState | undefined, b: FileState | undefined): boolean {
	if (a?.kind === "link" && b?.kind === "link") return a.target === b.target;
	if (a?.kind === "file" && b?.kind === "file")
		return a.mode === b.mode && a.content !== undefined && b.content !== undefined && a.content.equals(b.content);
	if (a?.kind === "folder" && b?.kind === "folder") {
		if (a.isCut || b.isCut || a.mode !== b.mode || a.entries.size !== b.entries.size) return false;
		return [...a.entries].every(([name, entry]) => isSame(entry, b.entries.get(name)));
	}
	return a === undefined && b === undefined;
}

/** Whether all of it was kept, so that it can be written again. */
export function isKept(state: FileState): boolean {
	if (state.kind === "file") return state.content !== undefined;
	if (state.kind === "folder") return !state.isCut && [...state.entries.values()].every(isKept);
	return state.kind === "link";
}

/** Writes what was kept, where nothing is. */
export function writeState(place: string, state: FileState): void {
	if (state.kind === "link") symlinkSync(state.target, place);
	else if (state.kind === "file") writeFileSync(place, state.content ?? "", { mode: state.mode, flag: "wx" });
	else if (state.kind === "folder") {
		mkdirSync(place, { mode: state.mode | 0o700 });
		using folder = openFolder(place);
		if (folder) for (const [name, entry] of state.entries) writeState(folder.at(name), entry);
	}
}

/** Moves it to a folder of its own below `takenTo`, and gives its new path. Links are moved, not followed. */
export function takeAway(place: string, name: string, takenTo: string): string {
	mkdirSync(takenTo, { recursive: true, mode: 0o700 });
	const target = join(mkdtempSync(join(takenTo, "r")), name);
	try {
		renameSync(place, target);
	} catch {
		// Another file system.
		copyTree(place, target);
		removeTree(place);
	}
	return target;
}

function copyTree(place: string, target: string): void {
	const facts = readFacts(place);
	if (facts?.isSymbolicLink()) symlinkSync(readLink(place), target);
	else if (facts?.isDirectory()) {
		mkdirSync(target, { mode: 0o700 });
		using folder = openFolder(place);
		for (const name of folder?.names() ?? []) copyTree(folder?.at(name) ?? "", join(target, name));
	} else if (facts?.isFile()) {
		using file = openFile(place);
		if (file) copyFileSync(file.path, target);
	}
}

function removeTree(place: string): void {
	if (!readFacts(place)?.isDirectory()) {
		unlinkSync(place);
		return;
	}
	{
		using folder = openFolder(place);
		for (const name of folder?.names() ?? []) removeTree(folder?.at(name) ?? "");
	}
	rmdirSync(place);
}

function readFolder(place: string, budget: Budget): FileState | undefined {
	using folder = openFolder(place);
	if (!folder) return undefined;
	const names = folder.names();
	const entries = new Map<string, FileState>();
	for (const name of names) {
		if (--budget.entries < 0) break;
		const state = readState(folder.at(name), budget);
		if (state) entries.set(name, state);
	}
	const { facts } = folder;
	return {
		kind: "folder",
		look: lookOf(facts),
		mode: facts.mode & 0o7777,
		entries,
		isCut: entries.size < names.length,
	};
}

/** What is at the place now, held open: names in it are those of this folder. `undefined` for a link. */
function openFolder(place: string) {
	const file = tryOpen(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	if (file === undefined) return undefined;
	const path = pathOf(file, place);
	return {
		facts: fstatSync(file),
		names: () => readdirSync(path),
		at: (name: string) => `${path}/${name}`,
		[Symbol.dispose]: () => closeSync(file),
	};
}

function openFile(place: string) {
	const file = tryOpen(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	return file === undefined ? undefined : { path: pathOf(file, place), [Symbol.dispose]: () => closeSync(file) };
}

/** Other systems have no names for what is open. */
const pathOf = (file: number, place: string) => (process.platform === "linux" ? `/proc/self/fd/${file}` : place);

function readContent(place: string): Buffer | undefined {
	const file = tryOpen(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	if (file === undefined) return undefined;
	try {
		return readFileSync(file);
	} catch {
		// A folder in its place meanwhile.
		return undefined;
	} finally {
		closeSync(file);
	}
}

function tryOpen(place: string, flags: number): number | undefined {
	try {
		return openSync(place, flags);
	} catch {
		// Gone, a link, or not for this user.
		return undefined;
	}
}

function readLink(place: string): string {
	try {
		return readlinkSync(place);
	} catch {
		// Something else by now; the next comparison sees that.
		return "";
	}
}

export const lookOf = ({ ino, size, mtimeMs, ctimeMs, mode }: Stats): string =>
	[ino, size, mtimeMs, ctimeMs, mode].join(" ");

export function readFacts(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch {
		// A file where a folder should be, or a folder that may not be entered.
		return undefined;
	}
}
