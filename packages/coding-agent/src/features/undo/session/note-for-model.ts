import { relative } from "node:path";
import { shownPath } from "../contract/node-state.ts";
import type { Outcome } from "../shown/outcome-text.ts";

const maxPaths = 40;

/** What the user took back and put back since the model was last told, folded to how things ended. */
export class PendingNote {
	/** How often a file was taken back more than it was put back. */
	readonly #counts = new Map<string, number>();
	#version = 0;

	/** The note that replaces all before it; without text when everything is as the model left it. */
	add({ plan, result }: Outcome, cwd: string): { readonly text?: string; readonly isStale: () => boolean } {
		const step = plan.direction === "undo" ? 1 : -1;
		for (const changed of result.changed) {
			const path = shownPath(changed);
			const count = (this.#counts.get(path) ?? 0) + step;
			if (count === 0) this.#counts.delete(path);
			else this.#counts.set(path, count);
		}
		this.#version++;
		const version = this.#version;
		const text = this.#text(cwd);
		const isStale = () => {
			if (version !== this.#version) return true;
			// It is delivered: the model knows all of this from here on.
			this.#counts.clear();
			return false;
		};
		return { isStale, ...(text !== undefined && { text }) };
	}

	#text(cwd: string): string | undefined {
		const all = [...this.#counts];
		const parts = [
			part(
				"The user took back changes that you made to files",
				all.filter(([, count]) => count > 0),
				cwd,
			),
			part(
				"The user put changes back that had been taken back",
				all.filter(([, count]) => count < 0),
				cwd,
			),
		].filter((text) => text !== undefined);
		if (parts.length === 0) return undefined;
		return `${parts.join(" ")} Read these files again before you edit them, and do not repeat what was taken back unless you are asked to.`;
	}
}

function part(what: string, files: ReadonlyArray<readonly [path: string, count: number]>, cwd: string) {
	if (files.length === 0) return undefined;
	const names = files.slice(0, maxPaths).map(([path]) => relative(cwd, path) || ".");
	const more = files.length - names.length;
	return `${what}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
