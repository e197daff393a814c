import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import { type FindTool, PlaceReader } from "./outside-places.ts";

const maxPlaces = 20;

interface TrackerSources {
	/** What is in the context now. */
	readonly messages: () => readonly AgentMessage[];
	readonly findTool: FindTool;
	/** That of the agent that started this one. Each is told what the other has read. */
	readonly parent?: OutsideTracker | undefined;
}

/**
 * What a conversation has read that neither the user nor the model wrote. It counts for as long as the session goes on: a page that the
 * user has said something after is still in the context, and a summary repeats what it replaces.
 */
export class OutsideTracker {
	readonly #sources: TrackerSources;
	readonly #noted = new Set<string>();

	constructor(sources: TrackerSources) {
		this.#sources = sources;
	}

	add(places: Iterable<string>): void {
		const added = [...places];
		for (const place of added) this.#noted.add(place);
		this.#sources.parent?.add(added);
	}

	/** Keeps what these messages have brought in, whatever becomes of them. */
	note(messages: Iterable<AgentMessage>): void {
		for (const place of this.#placesIn(messages)) this.#noted.add(place);
	}

	/** Another session has begun. */
	clear(): void {
		this.#noted.clear();
	}

	get places(): ReadonlySet<string> {
		const { messages, parent } = this.#sources;
		return new Set([...this.#noted, ...this.#placesIn(messages()), ...(parent?.places ?? [])]);
	}

	/** The label of what is stored now. */
	origin(otherwise: "user" | "agent"): MemoryOrigin {
		return labelOrigin(this.places, otherwise);
	}

	#placesIn(messages: Iterable<AgentMessage>): readonly string[] {
		const reader = new PlaceReader(this.#sources.findTool);
		return [...messages].flatMap((message) => reader.read(message));
	}
}

export function labelOrigin(places: Iterable<string>, otherwise: "user" | "agent"): MemoryOrigin {
	const sorted = [...new Set(places)].sort();
	if (sorted.length === 0) return { kind: otherwise };
	return { kind: "outside", places: sorted.length > maxPlaces ? [...sorted.slice(0, maxPlaces), "more"] : sorted };
}
