import {
	copyFileSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const maxCopiedBytes = 256 * 1024 * 1024;

/**
 * The object files of a repository once more, as hard links: they never change, so this keeps them when the repository is removed, at no
 * cost. Looks like a bare repository, so that git can read from it. On another file system they are copied, up to a limit.
 */
export class ObjectMirror {
	readonly folder: string;
	readonly #objects: string;
	#copiedBytes = 0;
	#isComplete = true;

	constructor(sessionFolder: string, objects: string) {
		this.#objects = objects;
		this.folder = mirrorFolder(sessionFolder, objects);
		mkdirSync(join(this.folder, "objects", "info"), { recursive: true, mode: 0o700 });
		mkdirSync(join(this.folder, "refs"), { recursive: true, mode: 0o700 });
		writeFileSync(join(this.folder, "HEAD"), "ref: refs/heads/main\n", { mode: 0o600 });
		writeFileSync(join(this.folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n", {
			mode: 0o600,
		});
		this.#writeAlternates();
	}

	/** False if files could not be kept. */
	get isComplete(): boolean {
		return this.#isComplete;
	}

	/** A file below the objects folder, such as `ab/cdef…`. */
	add(name: string): void {
		// Not yet whole, or locks.
		if (/(?:^|\/)tmp_|\.lock$/.test(name) || name.startsWith("info/")) return;
		const target = join(this.folder, "objects", name);
		const source = join(this.#objects, name);
		if (existsSync(target)) return;
		mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		this.#keep(source, target);
	}

	/** Puts back the objects that are gone. */
	restore(): void {
		for (const name of objectFiles(join(this.folder, "objects"))) {
			const target = join(this.#objects, name);
			if (existsSync(target) || name.startsWith("info/")) continue;
			mkdirSync(dirname(target), { recursive: true });
			linkOrCopy(join(this.folder, "objects", name), target);
		}
	}

	/** Removes the objects from the repository; the mirror has them all. Not if it could not keep them. */
	takeAway(): void {
		for (const name of objectFiles(this.#objects)) this.add(name);
		if (this.#isComplete) rmSync(this.#objects, { recursive: true, force: true });
	}

	#keep(source: string, target: string): void {
		try {
			linkSync(source, target);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "EEXIST" || code === "ENOENT") return;
			const bytes = statSync(source, { throwIfNoEntry: false })?.size ?? 0;
			if (this.#copiedBytes + bytes > maxCopiedBytes) this.#isComplete = false;
			else {
				copyFileSync(source, target);
				this.#copiedBytes += bytes;
			}
		}
	}

	#writeAlternates(): void {
		const path = join(this.#objects, "info", "alternates");
		if (!existsSync(path)) return;
		const lines = readFileSync(path, "utf8").split("\n");
		const absolute = lines.map((line) => (line && !line.startsWith("#") ? resolve(this.#objects, line) : line));
		writeFileSync(join(this.folder, "objects", "info", "alternates"), absolute.join("\n"), { mode: 0o600 });
	}
}

export function mirrorFolder(sessionFolder: string, objects: string): string {
	return join(sessionFolder, "git", new Bun.CryptoHasher("sha256").update(objects).digest("hex").slice(0, 16));
}

function linkOrCopy(source: string, target: string): void {
	try {
		linkSync(source, target);
	} catch {
		// Another file system, or no hard links.
		copyFileSync(source, target);
	}
}

function objectFiles(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
