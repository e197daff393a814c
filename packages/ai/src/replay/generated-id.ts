/** Ids for the calls of one reply: the provider's own where it gives one, else minted here, and never one twice. */
export class ToolCallIds {
	readonly #now: number;
	readonly #used = new Set<string>();

	constructor(now: number) {
		this.#now = now;
	}

	take(toolName: string, requestedId?: string): string {
		const id =
			requestedId && !this.#used.has(requestedId) ? requestedId : `${toolName}_${this.#now}_${this.#used.size + 1}`;
		this.#used.add(id);
		return id;
	}
}
