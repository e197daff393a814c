import { globSource } from "./glob-source.ts";

/** Says whether any of some globs matches, without trying them one by one. */
export class GlobSet {
	/** Ignore files that a program wrote have thousands of these. */
	readonly #literals = new Set<string>();
	readonly #others: RegExp | undefined;

	constructor(globs: readonly string[]) {
		const others: string[] = [];
		for (const glob of globs) {
			if (/[*?[\]{},\\]/.test(glob)) others.push(globSource(glob) ?? "");
			else this.#literals.add(glob);
		}
		if (others.length > 0) this.#others = wholeText(others);
	}

	matches(text: string): boolean {
		return this.#literals.has(text) || this.#others?.test(text) === true;
	}
}

export function wholeText(sources: readonly string[]): RegExp {
	return new RegExp(`^(?:${sources.join("|")})$`, "s");
}
