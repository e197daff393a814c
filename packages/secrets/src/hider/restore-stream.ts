import { longestPlaceholder, placeholderStart } from "./placeholder.ts";
import type { SecretHider } from "./secret-hider.ts";

/** Restores a text that arrives in pieces: what may be the beginning of a placeholder waits for the rest. */
export class RestoreStream {
	readonly #hider: Pick<SecretHider, "restore" | "findPlaceholders">;
	#held = "";

	constructor(hider: Pick<SecretHider, "restore" | "findPlaceholders">) {
		this.#hider = hider;
	}

	/** What can be shown now. */
	push(delta: string): string {
		const text = this.#held + delta;
		if (!text.includes("$")) {
			this.#held = "";
			return text;
		}
		const complete = this.#hider.findPlaceholders(text).at(-1)?.end ?? 0;
		const from = Math.max(complete, text.length - longestPlaceholder);
		const start = placeholderStart.exec(text.slice(from));
		const end = start ? from + start.index : text.length;
		this.#held = text.slice(end);
		return this.#hider.restore(text.slice(0, end));
	}

	/** The rest: nothing follows. */
	end(): string {
		const rest = this.#held;
		this.#held = "";
		return this.#hider.restore(rest);
	}
}
