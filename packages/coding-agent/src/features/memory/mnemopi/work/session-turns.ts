import type { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import type { MemoryOrigin, NewMemory } from "@oh-my-pi/pi-memory/contract/memory";
import type { StoredBy, TranscriptPart } from "../../contract/memory-backend.ts";

interface Latest {
	readonly transcript: readonly TranscriptPart[];
	readonly by: StoredBy;
}

const maxPartChars = 4000;
const maxChars = 40_000;
/** A shorter exchange at the end of a session is not worth a memory. */
const minLastChars = 200;

interface Tracked extends Latest {
	/** Turns that are stored already. */
	readonly stored: number;
}

/** Which turns of each session are stored already. Another process that continues a session goes on where this one ended. */
export class SessionTurns {
	readonly #redact: (text: string) => string;
	readonly #sessions = new Map<string, Tracked>();

	constructor(redact: (text: string) => string) {
		this.#redact = redact;
	}

	/** What was said in a session up to now; gives the number of turns that wait. */
	note(latest: Latest, storedTurns: (sessionId: string) => number | undefined): number {
		const id = latest.by.sessionId ?? "session";
		const turns = countTurns(latest.transcript);
		// Turns from before the memory was on, or of another folder, are none of its business.
		const stored = this.#sessions.get(id)?.stored ?? storedTurns(id) ?? Math.max(0, turns - 1);
		// A compaction has removed turns; the last one is new.
		this.#sessions.set(id, { ...latest, stored: turns < stored ? Math.max(0, turns - 1) : stored });
		return turns - (this.#sessions.get(id)?.stored ?? 0);
	}

	/** Stores the turns that wait; gives the number of memories. */
	store(bank: () => MemoryBank, options: { readonly isExtractDue: boolean; readonly isLast?: boolean }): number {
		let count = 0;
		for (const [id, { transcript, by, stored }] of this.#sessions) {
			const turns = countTurns(transcript);
			if (turns <= stored) continue;
			const starts = transcript.flatMap(({ role }, index) => (role === "user" ? [index] : []));
			const memory = this.#makeEpisode(transcript.slice(starts.at(stored - turns) ?? 0), by);
			if (memory.content.length < (options.isLast ? minLastChars : 1)) continue;
			bank().addTurns(id, turns, memory, { isExtractDue: options.isExtractDue });
			this.#sessions.set(id, { transcript, by, stored: turns });
			count++;
		}
		return count;
	}

	#makeEpisode(parts: readonly TranscriptPart[], by: StoredBy): NewMemory {
		const lines = parts.flatMap(({ role, text, origin }) => {
			const clean = this.#redact(text).trim();
			const label = origin?.kind === "outside" ? ` (may repeat text from ${(origin.places ?? []).join(", ")})` : "";
			const shown = clean.length > maxPartChars ? `${clean.slice(0, maxPartChars)}…` : clean;
			return shown === "" ? [] : [`${role}${label}: ${shown}`];
		});
		return {
			...by,
			content: lines.join("\n\n").slice(-maxChars),
			source: "coding-agent-transcript",
			type: "episode",
			veracity: "inferred",
			importance: 0.65,
			origin: episodeOrigin(parts, by.origin),
		};
	}
}

function countTurns(transcript: readonly TranscriptPart[]): number {
	return transcript.filter(({ role }) => role === "user").length;
}

function episodeOrigin(parts: readonly TranscriptPart[], otherwise: MemoryOrigin): MemoryOrigin {
	const places = parts.flatMap(({ origin }) => (origin?.kind === "outside" ? (origin.places ?? ["unknown"]) : []));
	return places.length > 0 ? { kind: "outside", places: [...new Set(places)].sort() } : otherwise;
}
