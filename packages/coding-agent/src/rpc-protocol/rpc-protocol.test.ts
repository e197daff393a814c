import { expect, test } from "bun:test";
import { ChunkAssembler, chunkFrame } from "./chunks.ts";
import { splitLines } from "./line-splitter.ts";
import { reduceFrame } from "./reduce-frame.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
async function* pieces(...texts: string[]) {
	for (const text of texts) yield bytes(text);
}

test("lines are split across buffers, also without a final newline", async () => {
	const lines = await Array.fromAsync(splitLines(pieces('{"a"', ':1}\n\n{"b":', '"ü"}\nrest'), 100));
	expect(lines).toEqual([{ text: '{"a":1}' }, { text: "" }, { text: '{"b":"ü"}' }, { text: "rest" }]);
});

test("a UTF-8 character split across buffers is decoded", async () => {
	const whole = bytes("ü€\n");
	async function* single() {
		for (const byte of whole) yield Uint8Array.of(byte);
	}
	expect(await Array.fromAsync(splitLines(single(), 100))).toEqual([{ text: "ü€" }]);
});

test("a line that is too long is discarded, and the next one is read", async () => {
	const lines = await Array.fromAsync(splitLines(pieces("x".repeat(60), "x".repeat(60), "x\nok\n"), 100));
	expect(lines).toEqual([{ tooLong: 121 }, { text: "ok" }]);
});

test("chunking round-trips a frame, each chunk below the limit", () => {
	const json = JSON.stringify({ type: "x", text: "€".repeat(5000) });
	const chunks = [...chunkFrame(Buffer.from(json), "rpc-1", 1024)];
	expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, index) => index));
	expect(Math.max(...chunks.map((chunk) => JSON.stringify(chunk).length))).toBeLessThan(1100);
	const assembler = new ChunkAssembler();
	const results = chunks.map((chunk) => assembler.add(chunk));
	expect(results.slice(0, -1).every((result) => result === undefined)).toBe(true);
	expect(results.at(-1)).toBe(json);
});

test("chunks out of order are rejected", () => {
	const [first, second] = [...chunkFrame(Buffer.from("x".repeat(2000)), "rpc-1", 1024)];
	const assembler = new ChunkAssembler();
	expect(() => second && assembler.add(second)).toThrow("out of order");
	expect(first && assembler.add(first)).toBeUndefined();
});

test("long texts of a large frame are truncated; a response that still does not fit becomes an error", () => {
	const long = reduceFrame({ type: "command_output", text: "x".repeat(5000) }, 2000);
	expect(JSON.parse(long)).toEqual({ type: "command_output", text: `${"x".repeat(1024)}… [cut to fit the frame]` });
	const wide = {
		id: "a",
		type: "response",
		command: "get_messages",
		success: true,
		data: Array(900).fill("text"),
	} as const;
	expect(JSON.parse(reduceFrame(wide, 2000))).toMatchObject({
		id: "a",
		type: "response",
		command: "get_messages",
		success: false,
		code: "frame_too_large",
	});
});

test("an event of any size is delivered, with the last items of its lists", () => {
	const messages = Array.from({ length: 5000 }, (_, index) => ({
		role: "user" as const,
		content: `${index}`,
		timestamp: index,
	}));
	const reduced = JSON.parse(reduceFrame({ type: "agent_end", messages, isTerminal: true }, 4000));
	expect(reduced).toMatchObject({ type: "agent_end", isTerminal: true });
	expect(reduced.messages.at(-1)).toEqual(messages.at(-1));
});
