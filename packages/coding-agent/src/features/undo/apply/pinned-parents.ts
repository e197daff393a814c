import { closeSync, constants, existsSync, openSync } from "node:fs";
import { type BytePath, pathBytes, shownPath } from "../contract/node-state.ts";
import { blockingParent } from "./disk-state.ts";

const maxOpen = 64;
/** Opens without the right to list it; Linux only. */
const pathOnly = 0o10000000;
const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * The folders that steps work in, each opened part by part without following links: swapping one for a link meanwhile leads no write
 * elsewhere.
 */
export class PinnedParents implements Disposable {
	readonly #open = new Map<string, number>();
	readonly #canPin = process.platform === "linux" && existsSync("/proc/self/fd");

	/** The same place, in its open folder. Throws if something in the path is no folder. */
	at(path: BytePath): BytePath {
		const slash = path.lastIndexOf("/");
		const parent = path.slice(0, slash);
		if (!this.#canPin) {
			// The folders can only be looked at once more.
			if (blockingParent(path) !== undefined) throw isNoFolder(path);
			return path;
		}
		if (this.#open.size > maxOpen) this.release();
		return `/proc/self/fd/${this.#pin(parent)}${path.slice(slash)}` as BytePath;
	}

	/** Before folders are removed or made: what is at their paths is another one then. */
	release(): void {
		for (const file of this.#open.values()) closeSync(file);
		this.#open.clear();
	}

	[Symbol.dispose](): void {
		this.release();
	}

	#pin(folder: string): number {
		const known = this.#open.get(folder);
		if (known !== undefined) return known;
		const slash = folder.lastIndexOf("/");
		const place = folder === "" ? "/" : `/proc/self/fd/${this.#pin(folder.slice(0, slash))}/${folder.slice(slash + 1)}`;
		let file: number;
		try {
			file = openSync(pathBytes(place as BytePath), flags);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "ELOOP" || code === "ENOTDIR" || code === "ENOENT") throw isNoFolder(folder as BytePath, error);
			throw error;
		}
		this.#open.set(folder, file);
		return file;
	}
}

function isNoFolder(path: BytePath, cause?: unknown): Error {
	return new Error(`A folder of ${shownPath(path)} is gone, or something else is in its place`, { cause });
}
