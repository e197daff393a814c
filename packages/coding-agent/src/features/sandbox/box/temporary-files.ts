import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { pathInside } from "@oh-my-pi/pi-policy/paths/show-path";

export interface TemporaryFilesOptions {
	/** The private folder; it may be made by asking for it. */
	readonly folder: () => string;
	/** The private folder, if it was made. */
	readonly madeFolder: () => string | undefined;
}

/** The temporary folder of a session, for whoever names its files as programs in the box do. */
export class TemporaryFiles {
	readonly #options: TemporaryFilesOptions;
	/** Names that files were asked for by. They stay private, so that what was judged is what is written. */
	readonly #names = new Map<string, string>();

	constructor(options: TemporaryFilesOptions) {
		this.#options = options;
	}

	/** The file that a path means. What only the machine's folder has stays what it is, and so does what is visible in the box. */
	findFile(path: string, visible: () => readonly string[]): string {
		const inside = insideTemporary(path);
		if (inside === undefined) return path;
		const made = this.#options.madeFolder();
		// Already a file of ours, or one of the user's before any program has run.
		if (made === undefined ? inside !== "" && exists(path) : isInFolder(path, join(made, ".."))) return path;
		const realPath = resolveRealPath(path);
		if (visible().some((folder) => isInFolder(path, folder) || isInFolder(realPath, resolveRealPath(folder))))
			return path;
		const file = join(made ?? this.#options.folder(), inside);
		if (!this.#names.has(file) && !exists(file) && exists(path)) return path;
		this.#names.set(file, path);
		return file;
	}

	/** What programs call a file; `undefined` for one elsewhere. */
	findName(file: string): string | undefined {
		const made = this.#options.madeFolder();
		const inside = made === undefined ? undefined : pathInside(file, made);
		return inside === undefined ? undefined : (this.#names.get(file) ?? join(temporaryFolders[0], inside));
	}
}

const temporaryFolders = ["/tmp", "/var/tmp"] as const;

function insideTemporary(path: string): string | undefined {
	for (const folder of temporaryFolders) {
		const inside = pathInside(path, folder);
		if (inside !== undefined) return inside;
	}
	return undefined;
}

function exists(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// A file where a folder should be, or a folder that may not be entered.
		return false;
	}
}
