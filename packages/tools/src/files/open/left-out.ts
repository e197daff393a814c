import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { classifySecrecy, type SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { usualKeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";

/**
 * What a walk below a folder leaves alone: files and folders that `read` would ask about, and secrets. A folder that is itself one of
 * these was named in the call, so it was judged; then only secrets are left out. A link that leads into one names nothing.
 */
export class LeftOut {
	readonly #root: string;
	readonly #realRoot: string;
	readonly #places: SecretPlaces;
	readonly #isNamed: boolean;
	/** A link leads into one of them, so that nothing is walked. */
	readonly isAll: boolean;
	/** Relative to the root: files and folders that are there and would be walked. */
	readonly paths: readonly string[];

	constructor(root: string, places: SecretPlaces) {
		this.#root = root;
		this.#realRoot = resolveRealPath(root);
		this.#places = places;
		this.#isNamed = classifySecrecy(root, places) !== undefined;
		this.isAll = !this.#isNamed && classifySecrecy(this.#realRoot, places) !== undefined;
		this.paths = this.#isNamed || this.isAll ? [] : this.#findPaths();
	}

	/** Whether a file of the walk is one of them. Walks follow no links. */
	has(path: string): boolean {
		if (this.isAll || this.paths.some((place) => path === place || path.startsWith(`${place}/`))) return true;
		const secrecies = [this.#root, this.#realRoot].map((root) => classifySecrecy(join(root, path), this.#places));
		return secrecies.includes("refused") || (!this.#isNamed && secrecies.includes("ask"));
	}

	/** Of what is left out, what a glob could lead to. */
	within(pattern: string | undefined): readonly string[] {
		if (this.isAll) return ["."];
		return pattern === undefined ? this.paths : this.paths.filter((path) => couldEnter(pattern.split("/"), path));
	}

	/** For a walk: names by the folder that they are in. */
	get byFolder(): Readonly<Record<string, readonly string[]>> {
		const groups = Map.groupBy(this.paths, (path) => join(this.#root, path, ".."));
		return Object.fromEntries(
			[...groups].map(([folder, paths]) => [folder, paths.map((path) => path.slice(path.lastIndexOf("/") + 1))]),
		);
	}

	#findPaths(): string[] {
		const { keyPlaces, home } = this.#places;
		const known = keyPlaces ?? usualKeyPlaces(home);
		const found = known.paths.flatMap((path) => {
			// Walks follow no links, so that only where they really are counts: it may be a folder of dotfiles.
			return isThere(path) ? [resolveRealPath(path)] : [];
		});
		const below = found.filter((path) => path !== this.#realRoot && isInFolder(path, this.#realRoot));
		const outer = below.filter((path) => !below.some((other) => other !== path && isInFolder(path, other)));
		return [...new Set(outer)].map((path) => relative(this.#realRoot, path));
	}
}

/** What the model is told about the paths that a walk left out. */
export function leftOutNote(paths: Iterable<string>): string | undefined {
	const count = new Set(paths).size;
	if (count === 0) return undefined;
	const what = count === 1 ? "1 file or folder" : `${count} files and folders`;
	return `Left out ${what} that may hold keys or private text. Name one as the path to look there.`;
}

/** The same as a paragraph of a result. */
export function leftOutLines(paths: Iterable<string>): readonly string[] {
	const note = leftOutNote(paths);
	return note === undefined ? [] : ["", note];
}

function isThere(path: string): boolean {
	try {
		return statSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// Below a file, or in a folder that this user may not enter.
		return false;
	}
}

/** Whether a glob, name by name, could fit something that is this path or below it. */
function couldEnter(pattern: readonly string[], path: string): boolean {
	for (const [index, name] of path.split("/").entries()) {
		const part = pattern[index];
		if (part === undefined) return false;
		if (part.includes("**") || part.includes("{")) return true;
		if (!new Bun.Glob(part).match(name)) return false;
	}
	return true;
}
