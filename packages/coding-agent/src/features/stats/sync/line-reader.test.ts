import { expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { LineReader } from "./line-reader.ts";

async function readAll(text: string | Uint8Array, from = 0) {
	await using folder = await workspace({ file: text });
	const file = openSync(folder.file("file"), "r");
	try {
		const [batches, lines]: [object[], Array<{ start: number; length: number; first: string }>] = [[], []];
		for (const batch of new LineReader().read(file, from, Buffer.byteLength(text))) {
			batches.push({ end: batch.end, count: batch.lines.length });
			for (const { start, bytes } of batch.lines)
				lines.push({ start, length: bytes.length, first: bytes.toString("utf8", 0, 5) });
		}
		return { batches, lines };
	} finally {
		closeSync(file);
	}
}

test("line reader: whole lines with their places; the last one waits for its end", async () => {
	const { batches, lines } = await readAll("ab\n\nçd\nhalf", 3);
	expect(lines).toEqual([
		{ start: 3, length: 0, first: "" },
		{ start: 4, length: 3, first: "çd" },
	]);
	expect(batches).toEqual([{ end: 8, count: 2 }]);
});

test("line reader: lines across the border of a chunk are whole, whatever their length", async () => {
	const lengths = [1_500_000, 1_500_000, 7_000_000, 3, 2 * 1024 * 1024];
	const { lines } = await readAll(lengths.map((length, index) => `${index}${"x".repeat(length - 1)}\n`).join(""));
	expect(lines.map(({ length }) => length)).toEqual(lengths);
	expect(lines.map(({ first }) => first[0])).toEqual(["0", "1", "2", "3", "4"]);
	expect(lines.map(({ start }) => start)).toEqual([0, 1_500_001, 3_000_002, 10_000_003, 10_000_007]);
});

test("line reader: a line that is far too long is passed over, those around it are not", async () => {
	const huge = new Uint8Array(70 * 1024 * 1024).fill(120);
	const text = Buffer.concat([Buffer.from("a\n"), huge, Buffer.from("\nb\n")]);
	const { lines } = await readAll(text);
	expect(lines).toEqual([
		{ start: 0, length: 1, first: "a" },
		{ start: huge.length + 3, length: 1, first: "b" },
	]);
});
