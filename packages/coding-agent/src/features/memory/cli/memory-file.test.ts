import { expect, test } from "bun:test";
import { type Memory, maxContentChars } from "@oh-my-pi/pi-memory/contract/memory";
import { formatVersion, headerLine, memoryToLine, readMemories } from "./memory-file.ts";

const memory: Memory = {
	id: "m1",
	content: 'Zürich 東京 "quoted"\nsecond line \u2028',
	store: "working",
	source: "coding-agent-retain",
	type: "fact",
	veracity: "tool",
	importance: 0.75,
	createdAt: 1,
	updatedAt: 2,
	mergedInto: "m0",
	project: "acme",
	agent: "main",
	origin: { kind: "outside", places: ["web:example.com"] },
};

async function read(text: string) {
	const problems: string[] = [];
	const lines = async function* () {
		yield* text.split("\n");
	};
	const found = await Array.fromAsync(readMemories(lines(), (line, problem) => problems.push(`${line}: ${problem}`)));
	return { found, problems };
}

test("what is exported is read back whole, with its origin", async () => {
	const text = headerLine(0) + memoryToLine(memory) + memoryToLine({ ...memory, id: "m2", invalidatedAt: 5 });
	expect(await read(text)).toEqual({ found: [memory, { ...memory, id: "m2", invalidatedAt: 5 }], problems: [] });
});

test("the longest memory that a bank takes comes back, whatever it is made of; a longer one is left out", async () => {
	const longest = { ...memory, content: "\u0001\n".repeat(maxContentChars / 2), context: "\n".repeat(1000) };
	const tooLong = { ...memory, id: "m2", content: "x".repeat(maxContentChars + 1) };
	const { found, problems } = await read(headerLine(0) + memoryToLine(longest) + memoryToLine(tooLong));
	expect(found.map(({ id, content }) => [id, content === longest.content])).toEqual([["m1", true]]);
	expect(problems).toEqual(['3: "content" is missing or invalid']);
});

test("malformed lines are reported by number and left out", async () => {
	const lines = [
		headerLine(0).trim(),
		"not json",
		"[1]",
		JSON.stringify({ ...memory, importance: 2 }),
		JSON.stringify({ ...memory, id: "../x" }),
		JSON.stringify({ ...memory, origin: { kind: "system" } }),
		JSON.stringify({ ...memory, agent: 5 }),
		"",
		JSON.stringify({ ...memory, extra: "dropped" }),
	];
	expect(await read(lines.join("\n"))).toEqual({
		found: [memory],
		problems: [
			"2: no JSON object",
			"3: no JSON object",
			'4: "importance" is missing or invalid',
			'5: "id" is missing or invalid',
			'6: "origin" is missing or invalid',
			'7: "agent" is invalid',
		],
	});
});

test("a file of a newer omp, and one that is no export, are refused", async () => {
	const newer = JSON.stringify({ format: "omp-memory", version: formatVersion + 1 });
	await expect(read(newer)).rejects.toThrow("Update omp, then import it");
	await expect(read(memoryToLine(memory))).rejects.toThrow("no export of omp memory");
	await expect(read("")).rejects.toThrow("no export of omp memory");
});
