import { join } from "node:path";
import { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import type { Benchmark } from "../benchmark.ts";
import { memoryLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const count = 100_000;
const model = { name: "random", dimension: 768 };
const rounds = 21;

/** Searching 100,000 memories of 12 to 27 words, with random vectors: they cost the same as others. */
export const memoryRecall: Benchmark = {
	name: "memory-recall",
	async run({ scratch }) {
		const random = seeded(1);
		const words = makeWords();
		// Some words are frequent, most are rare.
		const word = () => words[Math.floor(words.length * (random.below(1e6) / 1e6) ** 3)] ?? "";
		const text = (length: number) => Array.from({ length }, word).join(" ");
		const vector = () => Float32Array.from({ length: model.dimension }, () => random.below(2001) - 1000);
		const open = () =>
			new MemoryBank({
				name: "bench",
				path: join(scratch, "recall.db"),
				now: Date.now,
				newId: () => Bun.randomUUIDv7(),
			});
		{
			using bank = open();
			fill(bank, () => text(12 + random.below(16)), vector);
		}
		const searchMs = (bank: MemoryBank, withVector: boolean) => {
			const query = { text: `what about ${text(4)}`, limit: 8, ...(withVector && { vector: vector() }) };
			const startedAt = performance.now();
			bank.search(query);
			return performance.now() - startedAt;
		};
		const openedAt = performance.now();
		using bank = open();
		const openMs = performance.now() - openedAt;
		const first = openMs + searchMs(bank, true);
		const medianOf = (withVector: boolean) => median(Array.from({ length: rounds }, () => searchMs(bank, withVector)));
		return [
			{
				name: "recall over 100,000 memories, by words",
				value: medianOf(false),
				unit: "ms",
				limit: memoryLimits.recall,
			},
			{
				name: "recall over 100,000 memories, with vectors",
				value: medianOf(true),
				unit: "ms",
				limit: memoryLimits.recall,
				notes: [`opening the bank and the first recall with vectors: ${first.toFixed(0)} ms`],
			},
		];
	},
};

function fill(bank: MemoryBank, text: () => string, vector: () => Float32Array): void {
	for (let from = 0; from < count; from += 1000) {
		bank.insert(
			Array.from({ length: 1000 }, (_, index) => ({
				...{ id: `m${from + index}`, content: text(), store: "working", type: "fact", origin: { kind: "agent" } },
				...{ source: "coding-agent-retain", veracity: "tool", importance: 0.75 },
				...{ createdAt: Date.now() - (count - from) * 1000, updatedAt: Date.now() },
			})),
		);
	}
	for (;;) {
		const rows = bank.embeddings.missing(2000);
		if (rows.length === 0) return;
		bank.embeddings.put(
			model,
			rows.map((row) => ({ row, vector: vector() })),
		);
	}
}

function makeWords(): readonly string[] {
	const random = seeded(2);
	const part = () => `${random.pick([..."bcdfghklmnprstvz"])}${random.pick([..."aeiou"])}`;
	return Array.from({ length: 30_000 }, (_, index) => `${part()}${part()}${part()}${(index % 97).toString(36)}`);
}
