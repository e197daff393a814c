import type { StoredBy, TranscriptPart } from "../../contract/memory-backend.ts";
import { withoutMemories } from "../../transcript/transcript.ts";
import type { RetainItem } from "../client/hindsight-client.ts";

interface DocumentOptions {
	readonly mode: "full-session" | "last-turn";
	readonly everyTurns: number;
	readonly overlapTurns: number;
	readonly context: string;
	readonly tags: readonly string[];
	readonly redact: (text: string) => string;
}

const maxChars = 400_000;

interface Tracked {
	/** Turns that were stored. */
	turns: number;
	/** Turns at the last look. */
	seen: number;
	/** A compaction hides earlier turns: what follows is another document, so that the server keeps the first. */
	part: number;
}

/** Decides after each run what of a session is stored. Each session is tracked by itself. */
export class SessionDocuments {
	readonly #sessions = new Map<string, Tracked>();

	/** What is due now; `undefined` while it is too early. */
	next(
		transcript: readonly TranscriptPart[],
		by: StoredBy,
		options: DocumentOptions & { readonly isForced?: boolean },
	) {
		const id = by.sessionId ?? "session";
		const tracked = this.#sessions.get(id) ?? { turns: 0, seen: 0, part: 1 };
		this.#sessions.set(id, tracked);
		const turns = transcript.filter(({ role }) => role === "user").length;
		if (turns < tracked.seen) {
			tracked.part++;
			tracked.turns = 0;
		}
		tracked.seen = turns;
		const fresh = turns - tracked.turns;
		if (fresh <= 0 || (!options.isForced && fresh < options.everyTurns)) return undefined;
		tracked.turns = turns;
		const isWhole = options.mode === "full-session";
		const kept = isWhole ? transcript : lastTurns(transcript, fresh + options.overlapTurns);
		const suffix = isWhole ? (tracked.part > 1 ? `-${tracked.part}` : "") : `-${tracked.part}-${turns}`;
		return makeDocument(kept, by, `${id}${suffix}`, options);
	}
}

function lastTurns(transcript: readonly TranscriptPart[], count: number): readonly TranscriptPart[] {
	const starts = transcript.flatMap(({ role }, index) => (role === "user" ? [index] : []));
	return transcript.slice(starts.at(-count) ?? 0);
}

function makeDocument(
	parts: readonly TranscriptPart[],
	by: StoredBy,
	documentId: string,
	{ context, tags, redact }: DocumentOptions,
): RetainItem | undefined {
	const lines = parts.flatMap(({ role, text, origin }) => {
		const clean = redact(withoutMemories(text)).trim();
		const label = origin?.kind === "outside" ? ` (may repeat text from ${(origin.places ?? []).join(", ")})` : "";
		return clean === "" ? [] : [`${role}${label}: ${clean}`];
	});
	const content = lines.join("\n\n").slice(-maxChars);
	if (content === "") return undefined;
	const places = parts.flatMap(({ origin }) => (origin?.kind === "outside" ? (origin.places ?? ["unknown"]) : []));
	const origin = places.length > 0 ? { kind: "outside" as const, places: [...new Set(places)].sort() } : by.origin;
	return {
		content,
		context,
		document_id: documentId,
		metadata: describeStorer({ ...by, origin }),
		...(tags.length > 0 && { tags }),
	};
}

/** Who stored something, as the server keeps it: text only. */
export function describeStorer({ sessionId, cwd, project, agent, origin }: StoredBy): Record<string, string> {
	const facts = { session_id: sessionId, cwd, project, agent, origin: origin.kind, places: origin.places?.join(",") };
	return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])));
}
