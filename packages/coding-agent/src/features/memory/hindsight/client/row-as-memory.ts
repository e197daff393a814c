import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import type { RecallRow } from "./hindsight-client.ts";

/** What a search has found, as the owner of the memories sees it. The server says neither who stored it nor how important it is. */
export function rowAsMemory({ id, text, type = "", mentionedAt = "", outside }: RecallRow, index: number): Memory {
	const at = Date.parse(mentionedAt);
	return {
		id: id ?? `result-${index + 1}`,
		content: text,
		store: type === "experience" ? "episodic" : "fact",
		type: type === "experience" ? "episode" : "fact",
		source: "hindsight",
		veracity: "inferred",
		importance: 0.5,
		origin: outside ? { kind: "outside", places: outside } : { kind: "agent" },
		createdAt: at,
		updatedAt: at,
	};
}
