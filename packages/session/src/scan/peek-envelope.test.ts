import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { buildEnvelope, parseEntry } from "../entry/envelope.ts";
import { lineBytes } from "./line-bytes.ts";
import { peekEnvelope } from "./peek-envelope.ts";

const peeked = (text: string) => peekEnvelope(lineBytes(Buffer.from(text)));
const base = { id: "a1b2c3d4", parentId: "00000001", timestamp: "2026-11-15T00:00:00.000Z" };

test("peekEnvelope: returns what parsing the line would", () => {
	const entries = [
		{ type: "custom", customType: "tool_execution_start", data: { args: { command: 'echo "hi" }' } }, ...base },
		{ type: "custom", customType: "empty", ...base, parentId: null },
		{ type: "custom_message", customType: "handoff", content: "über", display: true, ...base },
		{ type: "message", ...base, message: { role: "toolResult", toolCallId: "c|1", toolName: "todo", content: [] } },
		{ type: "message", ...base, message: { role: "user", content: [] } },
	];
	for (const entry of entries) {
		const line = JSON.stringify(entry);
		const parsed = parseEntry(Buffer.from(line));
		expect(peeked(line)).toEqual(parsed && buildEnvelope(parsed));
	}
});

test("peekEnvelope: leaves unusual lines to the parser", () => {
	const custom = JSON.stringify({ type: "custom", customType: "x", data: 1, ...base });
	const ownEnd = JSON.stringify({ type: "custom", customType: "x", ...base, data: base });
	const nested = JSON.stringify({ type: "custom", customType: "x", data: { type: "text" }, ...base });
	for (const line of [`${custom.slice(0, 40)}${custom}`, `${custom}\0`, ownEnd, nested, custom.slice(0, -1)]) {
		expect(peeked(line)).toBeUndefined();
	}
});

test("peekEnvelope: a truncated or glued line is never mistaken for another entry", () => {
	const { below: next } = seeded(11);
	const lines = Array.from({ length: 30 }, (_, index) =>
		JSON.stringify({ type: "custom", customType: "c", data: { n: next(10 ** next(9)) }, ...base, id: `id-${index}` }),
	);
	for (let count = 0; count < 3000; count++) {
		const [one = "", other = ""] = [lines[next(30)], lines[next(30)]];
		const torn = one.slice(0, 1 + next(one.length - 1)) + other;
		expect(peeked(torn)).toBeUndefined();
	}
});
