import type { Registers } from "../../services/edit-memory.ts";

/** What one call has cut so far, over what the session knows. */
export class CallRegisters {
	readonly #cut = new Map<string | undefined, { lines: readonly string[]; path: string }>();

	constructor(private readonly session: Registers) {}

	cut(name: string | undefined, lines: readonly string[], path: string): void {
		this.#cut.set(name, { lines, path });
	}

	find(name: string | undefined): readonly string[] | undefined {
		const cut = this.#cut.get(name)?.lines;
		return cut ?? (name === undefined ? undefined : this.session.find(name));
	}

	names(): readonly string[] {
		const cut = [...this.#cut.keys()].filter((name) => name !== undefined);
		return [...new Set([...cut, ...this.session.names()])];
	}

	/** Only what came out of files that were written becomes the session's. */
	publish(writtenPaths: ReadonlySet<string>): void {
		for (const [name, { lines, path }] of this.#cut) {
			if (name !== undefined && writtenPaths.has(path)) this.session.publish(name, lines);
		}
	}
}
