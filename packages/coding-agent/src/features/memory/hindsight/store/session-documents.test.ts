import { expect, test } from "bun:test";
import type { StoredBy, TranscriptPart } from "../../contract/memory-backend.ts";
import { SessionDocuments } from "./session-documents.ts";

const by: StoredBy = { sessionId: "s1", cwd: "/w", project: "w", agent: "main", origin: { kind: "user" } };
const turns = (from: number, to: number): TranscriptPart[] =>
	Array.from({ length: to - from + 1 }, (_, index) => [
		{ role: "user" as const, text: `q${from + index}` },
		{ role: "assistant" as const, text: `a${from + index}` },
	]).flat();
const options = {
	...{ mode: "full-session" as const, everyTurns: 3, overlapTurns: 1 },
	...{ context: "omp", tags: [], redact: (text: string) => text },
};

test("a session is one document, sent every few turns, and another one after a compaction", () => {
	const documents = new SessionDocuments();
	const sent = [turns(1, 2), turns(1, 3), turns(1, 5), turns(1, 6), turns(6, 6), turns(6, 8)].map(
		(transcript) => documents.next(transcript, by, options)?.document_id,
	);
	expect(sent).toEqual([undefined, "s1", undefined, "s1", undefined, "s1-2"]);
	expect(documents.next(turns(6, 9), by, { ...options, isForced: true })?.document_id).toBe("s1-2");
	expect(documents.next(turns(6, 9), by, { ...options, isForced: true })).toBeUndefined();
});

test("by turns, each document has the new ones and some before", () => {
	const documents = new SessionDocuments();
	const mode = { ...options, mode: "last-turn" as const, everyTurns: 2 };
	expect(documents.next(turns(1, 2), by, mode)).toMatchObject({
		document_id: "s1-1-2",
		content: "user: q1\n\nassistant: a1\n\nuser: q2\n\nassistant: a2",
	});
	expect(documents.next(turns(1, 4), by, mode)).toMatchObject({
		document_id: "s1-1-4",
		content: "user: q2\n\nassistant: a2\n\nuser: q3\n\nassistant: a3\n\nuser: q4\n\nassistant: a4",
	});
});

test("a document says which parts may repeat something from outside, and leaves out what a memory had put in", () => {
	const transcript: TranscriptPart[] = [
		{ role: "user", text: "<memories>old</memories>What is it?" },
		{ role: "assistant", text: "A page says x", origin: { kind: "outside", places: ["web:a.example"] } },
	];
	expect(new SessionDocuments().next(transcript, by, { ...options, isForced: true })).toMatchObject({
		content: "user: What is it?\n\nassistant (may repeat text from web:a.example): A page says x",
		metadata: { session_id: "s1", project: "w", agent: "main", origin: "outside", places: "web:a.example" },
	});
});
