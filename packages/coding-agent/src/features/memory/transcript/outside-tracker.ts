import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";

const maxPlaces = 20;

/** What a conversation has read since the last prompt that neither the user nor the model wrote. */
export class OutsideTracker {
	readonly #places = new Set<string>();
	/** That of the agent that started this one: what it is told, it is told in our words. */
	readonly #parent: OutsideTracker | undefined;

	constructor(parent?: OutsideTracker) {
		this.#parent = parent;
	}

	add(places: Iterable<string>): void {
		for (const place of places) this.#places.add(place);
		this.#parent?.add(places);
	}

	/** The user has spoken: what follows answers that. */
	reset(): void {
		this.#places.clear();
	}

	/** The label of what is stored now. */
	origin(otherwise: "user" | "agent"): MemoryOrigin {
		return labelOrigin(this.#places, otherwise);
	}
}

export function labelOrigin(places: Iterable<string>, otherwise: "user" | "agent"): MemoryOrigin {
	const sorted = [...new Set(places)].sort();
	if (sorted.length === 0) return { kind: otherwise };
	return { kind: "outside", places: sorted.length > maxPlaces ? [...sorted.slice(0, maxPlaces), "more"] : sorted };
}
