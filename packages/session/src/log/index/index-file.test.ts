import { describe, expect, test } from "bun:test";
import { type LogScan, scanLog } from "../../scan/scan-log.ts";
import { MemoryStorage } from "../../storage/memory-storage.ts";
import { indexFileOf, scanIndexed, writeIndex, writeIndexInSlices } from "./index-file.ts";

const file = "/s/a.jsonl";
const header = (title = "") => `{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"${title}}\n`;
const id = (number: number) => number.toString(16).padStart(8, "0");

function message(number: number, parent: number | null = number - 1, text = `text ${number}`): string {
	const role = number % 2 === 0 ? "assistant" : "user";
	const parentId = parent === null ? "null" : `"${id(parent)}"`;
	return `{"type":"message","id":"${id(number)}","parentId":${parentId},"timestamp":"t","message":{"role":"${role}","content":"${text}"}}\n`;
}

const label = (number: number, target: number) =>
	`{"type":"label","id":"${id(number)}","parentId":"${id(number - 1)}","timestamp":"t","targetId":"${id(target)}","label":"here"}\n`;

const body = [message(1, null), message(2), message(3), label(4, 2), message(5, 2), message(6)].join("");

/** A log on its own storage, with a complete index. */
function indexed(text = header() + body) {
	const storage = new MemoryStorage({ now: () => 0 });
	storage.writeText(file, text);
	const open = () => {
		const reader = storage.openReader(file);
		if (!reader) throw new Error("no log");
		return reader;
	};
	const scan = scanLog(open());
	for (const entry of scan.entries) entry.offset -= scan.headEnd;
	writeIndex(storage, file, open(), scan, scan.entries);
	return { storage, open, scanned: () => scanIndexed(storage, file, open()) };
}

const facts = ({ entries, end, nextLineNumber, problems, endKind }: LogScan) => ({
	entries: entries.map((entry) => ({ ...entry })),
	end,
	nextLineNumber,
	problems,
	endKind,
});

describe("the index of a log", () => {
	test("yields the same as reading the log, including labels and branches", () => {
		const { open, scanned } = indexed();
		const { indexedLength, ...known } = scanned();
		expect(indexedLength).toBe(Buffer.byteLength(body));
		expect(facts(known)).toEqual(facts(scanLog(open())));
	});

	test("stays valid when the log grows or gets another header", () => {
		const { storage, open, scanned } = indexed();
		storage.writeText(file, header(',"title":"A longer name"') + body + message(7) + message(8));
		expect(scanned().indexedLength).toBe(Buffer.byteLength(body));
		expect(facts(scanned())).toEqual(facts(scanLog(open())));
		storage.writeText(file, `${header() + body}{"type":"mess`);
		expect(scanned().endKind).toMatchObject({ kind: "torn" });
	});

	test("is rejected for a truncated or different log", () => {
		const { storage, open, scanned } = indexed();
		const others = [
			header() + body.slice(0, -40),
			header() + body.replace("text 6", "text 9"),
			header() + message(0xf, null) + body.slice(message(1, null).length),
			header() + message(1, null, "text 1, and more of it") + body.slice(message(1, null).length),
		];
		for (const other of others) {
			storage.writeText(file, other);
			expect(scanned().indexedLength).toBe(0);
			expect(facts(scanned())).toEqual(facts(scanLog(open())));
		}
	});

	test("written in slices is identical, yields to the event loop, and blocks nobody", async () => {
		const many = Array.from({ length: 7000 }, (_, index) => message(index + 1, index === 0 ? null : index)).join("");
		const { storage, open, scanned } = indexed(header() + many);
		const whole = storage.readText(indexFileOf(file));
		const scan = scanLog(open());
		for (const entry of scan.entries) entry.offset -= scan.headEnd;
		let turns = 0;
		const make = (isWanted: () => boolean) => writeIndexInSlices(isWanted, storage, file, open(), scan, scan.entries);
		const counting = () => ++turns > 0;
		storage.unlink(indexFileOf(file));
		await make(counting);
		expect(storage.readText(indexFileOf(file))).toBe(whole);
		expect(turns).toBe(4);
		storage.unlink(indexFileOf(file));
		await make(() => false);
		expect(storage.exists(indexFileOf(file))).toBe(false);
		// An index of a log that was replaced meanwhile is rejected.
		await make(() => {
			storage.writeText(file, header() + many.replace("text 7000", "test 7000"));
			return true;
		});
		expect(scanned().indexedLength).toBe(0);
	});

	test("is rejected when damaged, and not written for a log with problems", () => {
		const { storage, scanned } = indexed();
		const index = storage.readText(indexFileOf(file)) ?? "";
		for (const damaged of [
			"",
			"rubbish",
			index.slice(0, 30),
			index.slice(0, -3),
			index.replace('"count":6', '"count":7'),
		]) {
			storage.writeText(indexFileOf(file), damaged);
			expect(scanned().indexedLength).toBe(0);
			expect(scanned().entries).toHaveLength(6);
		}
		const broken = indexed(`${header() + message(1, null)}not an entry\n${message(2)}`);
		expect(broken.storage.exists(indexFileOf(file))).toBe(false);
		expect(broken.scanned().problems).toHaveLength(1);
	});
});
