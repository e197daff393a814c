import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bankIn, newMemory } from "../make-memory.ts";
import { madeEmbedding, makeCorpus, type Question } from "./made-corpus.ts";

const dimension = 256;

test("the fact that answers a question is among the first five", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const { facts, questions } = makeCorpus();
	expect([facts.length, questions.length]).toEqual([2000, 200]);
	bank.add(facts.map((content) => newMemory(content)));
	const hits = (withVectors: boolean) =>
		Map.groupBy(
			questions.filter(({ text, answer }) => {
				const vector = withVectors ? { vector: madeEmbedding(text, dimension) } : {};
				return bank.search({ text, limit: 5, ...vector }).some(({ content }) => content === answer);
			}),
			({ kind }) => kind,
		);
	const words = share(hits(false), questions);
	const missing = bank.embeddings.missing(facts.length);
	const model = { name: "made-up", dimension };
	bank.embeddings.put(
		model,
		missing.map((row) => ({ row, vector: madeEmbedding(row.text, dimension) })),
	);
	const both = share(hits(true), questions);
	console.log(
		[
			"hit@5 of 200 questions over 2,000 made-up facts; the vectors are made up too (hashed words, synonyms of the corpus folded),",
			"so they show that the ranking uses them, not how good a real model is:",
			...Object.keys(words).map(
				(kind) => `  ${kind.padEnd(14)} full text ${words[kind]} %, with vectors ${both[kind]} %`,
			),
		].join("\n"),
	);
	expect(words["same words"]).toBeGreaterThanOrEqual(95);
	expect(words["other scripts"]).toBeGreaterThanOrEqual(95);
	expect(both["same words"]).toBeGreaterThanOrEqual(95);
	expect(both["other scripts"]).toBeGreaterThanOrEqual(95);
	expect(both["other words"]).toBeGreaterThanOrEqual(80);
	expect(both["other words"] ?? 0).toBeGreaterThan((words["other words"] ?? 0) + 20);
});

function share(
	hits: ReadonlyMap<Question["kind"], readonly Question[]>,
	questions: readonly Question[],
): Record<string, number> {
	return Object.fromEntries(
		(["same words", "other words", "other scripts"] as const).map((kind) => {
			const asked = questions.filter((question) => question.kind === kind).length;
			return [kind, Math.round(((hits.get(kind)?.length ?? 0) / asked) * 100)];
		}),
	);
}
