import { expect, test } from "bun:test";
import { join } from "node:path";
import { MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { MemoryLimitError } from "../../contract/memory-limit-error.ts";
import type { ModelRequests } from "../models/model-requests.ts";
import { extractAll, mergeAll } from "./derive.ts";

const hour = 3_600_000;

/** A bank with episodes that facts are due from, and a model that refuses some. */
async function bankWith(contents: readonly string[], answer: (text: string) => string) {
	const folder = await workspace();
	let now = Date.UTC(2026, 0, 1);
	const bank = new MemoryBank({
		...{ name: "b", path: join(folder.path, "b.db") },
		...{ now: () => now, newId: () => Bun.randomUUIDv7() },
	});
	const more = { source: "s", type: "episode", veracity: "tool", importance: 0.5, origin: { kind: "user" } } as const;
	for (const content of contents) bank.add([{ ...more, content }], { isExtractDue: true });
	const asked: string[] = [];
	const models = {
		isOn: true,
		async ask({ text }: { readonly text: string }) {
			asked.push(text);
			return answer(text);
		},
	} as unknown as ModelRequests;
	const parts = { bank, models, owner: "o", redact: (text: string) => text, signal: new AbortController().signal };
	return {
		...{ bank, asked, parts },
		later: (ms: number) => {
			now += ms;
		},
		async [Symbol.asyncDispose]() {
			bank[Symbol.dispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

const refuse = (text: string) => {
	if (text.includes("FORBIDDEN")) throw new Error("refused by a content filter");
	return `fact of ${text}`;
};

test("an episode that the model refuses holds up no other, and is given up after the third try", async () => {
	await using at = await bankWith(["turn 0 FORBIDDEN", "turn 1", "turn 2"], refuse);
	const { bank, asked, parts, later } = at;
	expect(await extractAll(parts)).toBe(2);
	expect(asked).toEqual(["turn 0 FORBIDDEN", "turn 1", "turn 2"]);
	// It is not paid for again at once, and the others can be merged.
	expect([await extractAll(parts), asked.length]).toEqual([0, 3]);
	expect(bank.derivation.mergeDue(10).map(({ content }) => content)).toEqual(["turn 1", "turn 2"]);
	expect(bank.counts().extractDue).toBe(1);
	for (const wait of [1, 25, 1000]) {
		later(wait * hour + 1);
		await extractAll(parts);
	}
	expect(asked.slice(3)).toEqual(["turn 0 FORBIDDEN", "turn 0 FORBIDDEN"]);
	expect(bank.counts().extractDue).toBe(0);
	expect(bank.derivation.mergeDue(10)).toHaveLength(3);
});

test("a model that answers nothing is asked twice, and what waits is not lost", async () => {
	await using at = await bankWith(["1 FORBIDDEN", "2 FORBIDDEN", "3 FORBIDDEN", "4 FORBIDDEN"], refuse);
	await extractAll(at.parts);
	expect(at.asked).toHaveLength(2);
	expect(at.bank.counts().extractDue).toBe(4);
});

test("a limit that is reached counts for nothing", async () => {
	await using at = await bankWith(["1"], () => {
		throw new MemoryLimitError();
	});
	for (let run = 0; run < 4; run++) await expect(extractAll(at.parts)).rejects.toThrow("limit of memory requests");
	expect(at.bank.derivation.extractDue(10)).toHaveLength(1);
});

test("a request that the end of omp breaks off is not made again by the next omp", async () => {
	await using at = await bankWith(["1"], () => {
		throw new Error("aborted");
	});
	const { bank, parts, later } = at;
	const running = new AbortController();
	const models = {
		ask: async () => {
			running.abort(new Error("omp ends"));
			throw running.signal.reason;
		},
	} as unknown as ModelRequests;
	await expect(extractAll({ ...parts, signal: running.signal, models })).rejects.toThrow("omp ends");
	expect(bank.derivation.extractDue(10)).toEqual([]);
	later(hour);
	expect(bank.derivation.extractDue(10)).toHaveLength(1);
});

test("episodes that the model does not merge are left as they are after the third try", async () => {
	await using at = await bankWith(["1", "2"], (text) => {
		if (text.startsWith("[")) throw new Error("refused");
		return "NONE";
	});
	await extractAll(at.parts);
	at.asked.splice(0);
	for (const wait of [0, 1, 25, 1000]) {
		at.later(wait * hour + 1);
		await mergeAll(at.parts, { minCount: 2 });
	}
	expect(at.asked).toHaveLength(3);
	expect(at.bank.list().map(({ mergedInto }) => mergedInto)).toEqual(["none", "none"]);
});
