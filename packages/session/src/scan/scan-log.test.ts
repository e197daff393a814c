import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bytesReader } from "../operations/parse.ts";
import { scanLog } from "./scan-log.ts";

const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"2026-11-15T02:36:32.437Z","cwd":"/work/app"}';

function message(id: string, parentId: string | null, text = "hi"): string {
	const message = { role: "user", content: [{ type: "text", text }], timestamp: 1 };
	return JSON.stringify({ type: "message", id, parentId, timestamp: "2026-11-15T02:36:32.791Z", message });
}

function scan(...lines: Array<string | Buffer>) {
	const bytes = Buffer.concat(lines.flatMap((line) => [Buffer.from(line as string), Buffer.from("\n")]));
	return scanBytes(bytes);
}

function scanBytes(bytes: Buffer, chunkBytes?: number) {
	const result = scanLog(bytesReader(bytes), { chunkBytes });
	return {
		...result,
		ids: result.entries.map(({ id, damaged }) => (damaged ? `(${id})` : id)),
		texts: result.entries.map(({ offset, length }) => bytes.toString("utf8", offset, offset + length)),
		reports: result.problems.map(({ kind, lineNumber }) => [kind, lineNumber]),
	};
}

test("scanLog: finds every entry with its position, in any field order", () => {
	const custom =
		'{"type":"custom","customType":"x","data":{"id":"no","parentId":"no"},"id":"b","parentId":"a","timestamp":"t"}';
	const lines = [message("a", null), custom, '{ "id": "ü\\"", "type": "future", "parentId": "b" }'];
	const found = scan(HEADER, ...lines);
	expect(found.texts).toEqual(lines);
	expect(
		found.entries.map(({ type, id, parentId, role, lineNumber }) => [type, id, parentId, role, lineNumber]),
	).toEqual([
		["message", "a", null, "user", 2],
		["custom", "b", "a", undefined, 3],
		["future", 'ü"', "b", undefined, 4],
	]);
	expect([found.header?.id, found.headEnd, found.problems, found.endKind]).toEqual([
		"s",
		HEADER.length + 1,
		[],
		{ kind: "newline" },
	]);
});

test("scanLog: the result does not depend on the chunk size", () => {
	const bytes = Buffer.from(`${HEADER}\r\n\n${message("a", null, "ü".repeat(90))}\n${message("b", "a")}`);
	const whole = scanBytes(bytes);
	expect(whole.ids).toEqual(["a", "b"]);
	for (let chunkBytes = 1; chunkBytes < 300; chunkBytes += 7) expect(scanBytes(bytes, chunkBytes)).toEqual(whole);
});

verifies("sessions:load:large-file-streamed", () => {
	const lines = Array.from({ length: 20_000 }, (_, n) => message(`${n}`, n === 0 ? null : `${n - 1}`, "x".repeat(900)));
	const bytes = Buffer.from(`${[HEADER, ...lines].join("\n")}\n`);
	const reader = bytesReader(bytes);
	let largest = 0;
	const read = (target: Uint8Array, position: number) => {
		largest = Math.max(largest, target.length);
		return reader.read(target, position);
	};
	expect(bytes.length).toBeGreaterThan(16 << 20);
	expect([scanLog({ ...reader, read }).entries.length, largest]).toEqual([20_000, 1 << 20]);
});

test("scanLog: types in any script are distinguished", () => {
	const odd = (type: string, id: string) => JSON.stringify({ type, id, parentId: null, timestamp: "t" });
	const found = scan(HEADER, odd("日本", "a"), odd("中国", "b"), odd("日本", "c"));
	expect(found.entries.map(({ type }) => type)).toEqual(["日本", "中国", "日本"]);
});

test("scanLog: a label entry has its target and label", () => {
	const found = scan(HEADER, '{"type":"label","id":"l","parentId":null,"timestamp":"t","targetId":"a","label":"chk1"}');
	expect(found.entries[0]?.labels).toEqual({ targetId: "a", label: "chk1" });
});

describe("scanLog on broken files", () => {
	test("lines that are not JSON, not objects or without id are skipped and reported", () => {
		const found = scan(HEADER, "garbage", message("a", null), "[1,2]", '{"type":"message"}', message("b", "a"));
		expect(found.ids).toEqual(["a", "b"]);
		expect(found.reports).toEqual([
			["bad-line", 2],
			["bad-line", 4],
			["bad-line", 5],
		]);
	});

	test("a torn line in the middle keeps its place in the tree", () => {
		const found = scan(HEADER, message("a", null), message("b", "a").slice(0, 110), message("c", "b"));
		expect([found.ids, found.reports]).toEqual([["a", "(b)", "c"], [["bad-line", 3]]]);
	});

	test("a torn line that ran into the next one: the next one is recovered", () => {
		const found = scan(HEADER, message("a", null).slice(0, 120) + message("b", "a"), message("c", "b"));
		expect([found.ids, found.reports]).toEqual([["(a)", "b", "c"], [["bad-line", 2]]]);
		expect(found.texts[1]).toBe(message("b", "a"));
	});

	test("a hole of zeros loses only the covered entries", () => {
		const hole = "\0".repeat(5000);
		const found = scan(HEADER, `${message("a", null)}${hole}`, hole, `${hole}${message("b", "a")}`, message("c", "b"));
		expect([found.ids, found.reports]).toEqual([
			["a", "b", "c"],
			[
				["bad-line", 2],
				["bad-line", 3],
				["bad-line", 4],
			],
		]);
	});

	test("a truncated last line is distinguished from one that lacks only its newline", () => {
		const whole = Buffer.from(`${HEADER}\n${message("a", null)}\n${message("b", "a")}`);
		expect(scanBytes(whole).endKind).toEqual({ kind: "unterminated" });
		const start = whole.length - message("b", "a").length;
		const torn = scanBytes(whole.subarray(0, -3));
		expect([torn.ids, torn.endKind, torn.end]).toEqual([
			["a"],
			{ kind: "torn", start, lineNumber: 3 },
			whole.length - 3,
		]);
		expect(scanBytes(Buffer.from(HEADER)).endKind).toEqual({ kind: "unterminated" });
	});

	test("a last line truncated anywhere is torn, also after a brace", () => {
		const before = `${HEADER}\n${message("a", null)}\n`;
		const last = message("b", "a", "{}{}");
		for (let length = 1; length < last.length; length++) {
			const found = scanBytes(Buffer.from(before + last.slice(0, length)));
			expect([length, found.ids, found.endKind.kind]).toEqual([length, ["a"], "torn"]);
		}
	});

	test("invalid UTF-8 is reported and the entry is used", () => {
		const line = Buffer.from(message("a", null, "x?x"));
		line[line.indexOf("?")] = 0xff;
		const found = scan(HEADER, line);
		expect([found.ids, found.reports]).toEqual([["a"], [["invalid-utf8", 2]]]);
	});

	test("a line of 10 MB is read; one over the limit is skipped", () => {
		const long = message("a", null, "x".repeat(10_000_000));
		expect(scan(HEADER, long, message("b", "a")).ids).toEqual(["a", "b"]);
		const bytes = Buffer.from(`${HEADER}\n${long}\n${message("b", "a")}\n${long.slice(0, 9_000_000)}`);
		const limited = scanLog(bytesReader(bytes), { maxLineBytes: 4 << 20 });
		expect(limited.entries.map(({ id, lineNumber }) => [id, lineNumber])).toEqual([["b", 3]]);
		expect(limited.problems.map(({ kind, message }) => [kind, message])).toEqual([
			["line-too-long", "Line 2 has 10 MB and was skipped"],
		]);
		expect(limited.endKind.kind).toBe("torn");
	});

	test("a title slot is found before the header", () => {
		const slot = `{"type":"title","v":1,"title":"Go","source":"user","updatedAt":"t","pad":"${" ".repeat(180)}"}`;
		const found = scan(slot, HEADER, message("a", null));
		expect(found.slot).toMatchObject({ value: { title: "Go" }, start: 0, length: slot.length + 1 });
		expect([found.headEnd, found.ids]).toEqual([slot.length + HEADER.length + 2, ["a"]]);
	});

	test("a file without a header is no session; whether it has content is reported", () => {
		expect(scan(message("a", null), HEADER)).toMatchObject({ header: undefined, hasContent: true });
		expect(scan('{"type":"session","version":3}')).toMatchObject({ header: undefined, hasContent: true });
		expect(scan(" ", "")).toMatchObject({ header: undefined, hasContent: false });
		expect(scanBytes(Buffer.alloc(0))).toMatchObject({ header: undefined, hasContent: false, entries: [] });
	});
});
