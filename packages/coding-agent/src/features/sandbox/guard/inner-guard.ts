import {
	closeSync,
	constants,
	copyFileSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	type Stats,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { type PinnedFolder, pinFolder } from "@oh-my-pi/pi-tools/files/mutate/pinned-folder";
import type { InnerFile, InnerNamesFound } from "../policy/inner-names.ts";
import { namesIn } from "../policy/protected-names.ts";

/** A file as it was before a command. */
interface Kept {
	readonly file: InnerFile;
	readonly look: string;
	readonly mode: number;
	/** Its bytes, or where it links to; nothing where it is too large to be kept. */
	readonly content: Buffer | { readonly link: string } | undefined;
}

/** Contents of files from one command to the next, so that only those that changed are read again. */
export type KeptFiles = Map<string, Kept>;

const maxBytes = 256 * 1024;

/**
 * Compares protected names in subfolders before and after a command. The kernel does not hold them, since a folder around one could
 * then not be renamed or removed. What has changed is put back, unless its folder is gone; so is nothing that is new, except hooks.
 */
export class InnerGuard {
	readonly #before: readonly Kept[];
	readonly #hooks: ReadonlyMap<string, ReadonlySet<string>>;
	readonly #takenTo: string;

	constructor({ files, hookFolders }: InnerNamesFound, takenTo: string, kept: KeptFiles) {
		this.#takenTo = takenTo;
		const hooks = hookFolders.map((folder) => [folder, namesIn(folder).filter(isHook)] as const);
		this.#hooks = new Map(hooks.map(([folder, names]) => [folder, new Set(names)]));
		const inHooks = hooks.flatMap(([folder, names]) => names.map((name) => ({ folder, name })));
		this.#before = [...files, ...inHooks].flatMap((file) => keep(file, kept) ?? []);
	}

	/** Gives a line for each file that was taken away or put back. */
	end(): readonly string[] {
		const lines = this.#before.flatMap((kept) => inFolder(kept.file.folder, (pin) => putBack(kept, pin)) ?? []);
		const taken = [...this.#hooks].flatMap(([folder, names]) =>
			namesIn(folder)
				.filter((name) => isHook(name) && !names.has(name))
				.flatMap((name) => inFolder(folder, (pin) => this.#takeAway(pin.at(name), join(folder, name))) ?? []),
		);
		return [...lines, ...taken];
	}

	#takeAway(place: string, path: string): string {
		mkdirSync(this.#takenTo, { recursive: true, mode: 0o700 });
		const target = join(mkdtempSync(join(this.#takenTo, "r")), basename(path));
		try {
			renameSync(place, target);
		} catch {
			// Another file system.
			if (readFacts(place)?.isFile()) copyFileSync(place, target, constants.COPYFILE_EXCL);
			rmSync(place, { recursive: true, force: true });
		}
		return `The sandbox took away ${path}, which decides what runs later; it is now ${target}`;
	}
}

const isHook = (name: string) => !name.endsWith(".sample");

function keep(file: InnerFile, kept: KeptFiles): Kept | undefined {
	const path = join(file.folder, file.name);
	return inFolder(file.folder, (pin) => {
		const place = pin.at(file.name);
		const facts = readFacts(place);
		if (!facts || !(facts.isFile() || facts.isSymbolicLink())) return undefined;
		const look = lookOf(facts);
		const known = kept.get(path);
		if (known?.look === look) return known;
		const found = { file, look, mode: facts.mode & 0o7777, content: readContent(place, facts) };
		kept.set(path, found);
		return found;
	});
}

function putBack({ file, look, mode, content }: Kept, pin: PinnedFolder): string | undefined {
	const place = pin.at(file.name);
	const path = join(file.folder, file.name);
	const facts = readFacts(place);
	if (facts && lookOf(facts) === look) return undefined;
	if (content === undefined) return `${path} was changed, which decides what runs later; look at it before it is used`;
	if (facts && (facts.mode & 0o7777) === mode && Bun.deepEquals(readContent(place, facts), content)) return undefined;
	rmSync(place, { recursive: true, force: true });
	if (Buffer.isBuffer(content)) writeFileSync(place, content, { mode, flag: "wx" });
	else symlinkSync(content.link, place);
	return `The sandbox put back ${path}, which decides what runs later`;
}

/** Works in a folder that stays the one it was; a command may put a link in its place. Gives nothing where it is gone. */
function inFolder<T>(folder: string, work: (pin: PinnedFolder) => T | undefined): T | undefined {
	if (!readFacts(folder)?.isDirectory()) return undefined;
	try {
		using pin = pinFolder(folder, folder);
		return work(pin);
	} catch {
		// It leads elsewhere meanwhile, or may not be entered: not the folder that was there.
		return undefined;
	}
}

function readContent(path: string, facts: Stats): Kept["content"] {
	if (facts.isSymbolicLink()) return { link: readlinkSync(path) };
	if (!facts.isFile() || facts.size > maxBytes) return undefined;
	// Never what a link leads to that was put there meanwhile.
	const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}

const lookOf = ({ ino, size, mtimeMs, ctimeMs, mode }: Stats): string => [ino, size, mtimeMs, ctimeMs, mode].join(" ");

function readFacts(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}
