import type { Memory, MemoryOrigin } from "../contract/memory.ts";

/** A row of `memories`, as SQLite gives it. */
export interface MemoryRow {
	readonly seq: number;
	readonly id: string;
	readonly store: Memory["store"];
	readonly type: Memory["type"];
	readonly source: string;
	readonly veracity: string;
	readonly importance: number;
	readonly content: string;
	readonly context: string | null;
	readonly origin: MemoryOrigin["kind"];
	readonly places: string | null;
	readonly session_id: string | null;
	readonly cwd: string | null;
	readonly project: string | null;
	readonly agent: string | null;
	readonly created_at: number;
	readonly updated_at: number;
	readonly invalidated_at: number | null;
	readonly replacement_id: string | null;
	readonly derived_from: string | null;
	readonly merged_into: string | null;
	readonly term_count: number;
}

export function readRow(row: MemoryRow): Memory {
	return {
		id: row.id,
		content: row.content,
		...(row.context !== null && { context: row.context }),
		store: row.store,
		source: row.source,
		type: row.type,
		veracity: row.veracity,
		importance: row.importance,
		origin: { kind: row.origin, ...(row.places !== null && { places: parsePlaces(row.places) }) },
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		...(row.session_id !== null && { sessionId: row.session_id }),
		...(row.cwd !== null && { cwd: row.cwd }),
		...(row.project !== null && { project: row.project }),
		...(row.agent !== null && { agent: row.agent }),
		...(row.invalidated_at !== null && { invalidatedAt: row.invalidated_at }),
		...(row.replacement_id !== null && { replacementId: row.replacement_id }),
		...(row.derived_from !== null && { derivedFrom: row.derived_from }),
		...(row.merged_into !== null && { mergedInto: row.merged_into }),
	};
}

function parsePlaces(text: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value.filter((place) => typeof place === "string") : ["unknown"];
	} catch {
		// Changed by hand: it keeps the label of something from outside.
		return ["unknown"];
	}
}

/** The origin of something made of several memories: the least trusted of theirs. */
export function mergeOrigins(origins: readonly MemoryOrigin[]): MemoryOrigin {
	if (origins.some(({ kind }) => kind === "outside")) {
		const places = origins.flatMap(({ kind, places = [] }) =>
			kind === "outside" && places.length === 0 ? ["unknown"] : places,
		);
		return { kind: "outside", places: [...new Set(places)].sort() };
	}
	return { kind: origins.some(({ kind }) => kind === "agent") ? "agent" : "user" };
}
