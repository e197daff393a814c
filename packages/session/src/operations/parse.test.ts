import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bytesReader, parseSessionEntries, parseWholeLog } from "./parse.ts";

function countingHost() {
	let next = 0;
	return { newId: () => `0000-${(next++).toString(16).padStart(8, "0")}` };
}

const V1 = [
	'{"type":"session","id":"s1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/work/app","provider":"acme","modelId":"a-1","thinkingLevel":"off"}',
	'{"type":"message","timestamp":"t1","message":{"role":"user","content":"one"}}',
	'{"type":"message","timestamp":"t2","message":{"role":"hookMessage","customType":"x","content":"two","display":true}}',
	'{"type":"message","timestamp":"t3","message":{"role":"user","content":"three"}}',
	'{"type":"compaction","timestamp":"t4","summary":"so far","firstKeptEntryIndex":3,"tokensBefore":10}',
].join("\n");

test("parse: a version 1 list becomes a chain, and the compaction refers to line 4 by id", () => {
	const [header, ...entries] = parseSessionEntries(V1, countingHost());
	expect(header).toEqual({
		type: "session",
		id: "s1",
		timestamp: "2025-01-01T00:00:00.000Z",
		cwd: "/work/app",
		provider: "acme",
		modelId: "a-1",
		thinkingLevel: "off",
		version: 3,
	});
	expect(entries.map((entry) => JSON.stringify(entry))).toEqual([
		'{"type":"message","id":"00000000","parentId":null,"timestamp":"t1","message":{"role":"user","content":"one"}}',
		'{"type":"message","id":"00000001","parentId":"00000000","timestamp":"t2","message":{"role":"custom","customType":"x","content":"two","display":true}}',
		'{"type":"message","id":"00000002","parentId":"00000001","timestamp":"t3","message":{"role":"user","content":"three"}}',
		'{"type":"compaction","id":"00000003","parentId":"00000002","timestamp":"t4","summary":"so far","tokensBefore":10,"firstKeptEntryId":"00000002"}',
	]);
});

test("parse: an unreadable line in version 1 does not shift what the compaction kept", () => {
	const broken = V1.replace(/.*"two".*/, "{broken");
	const session = parseWholeLog(bytesReader(Buffer.from(broken)), countingHost());
	expect(session?.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
		["00000000", null],
		["00000002", "00000000"],
		["00000003", "00000002"],
	]);
	expect(session?.entries.at(-1)).toMatchObject({ firstKeptEntryId: "00000002" });
	expect(session?.problems.map(({ lineNumber }) => lineNumber)).toEqual([3]);
});

verifies("sessions:load:v2-migration", () => {
	const text = [
		'{"type":"session","version":2,"id":"s","timestamp":"t","cwd":"/"}',
		'{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"hookMessage","content":"x"}}',
		'{"type":"future","id":"b","parentId":"a","timestamp":"t","any":{"thing":1}}',
	].join("\n");
	expect(parseSessionEntries(text, countingHost()).map((entry) => JSON.stringify(entry))).toEqual([
		'{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}',
		'{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"custom","content":"x"}}',
		'{"type":"future","id":"b","parentId":"a","timestamp":"t","any":{"thing":1}}',
	]);
});

test("parse: a title slot overrides the header's title unless it is empty", () => {
	const header = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/","title":"Old","titleSource":"auto"}';
	const slot = (title: string) => `{"type":"title","v":1,"title":"${title}","source":"user","updatedAt":"t","pad":""}`;
	const title = (text: string) => {
		const [first] = parseSessionEntries(text, countingHost());
		return [(first as { title?: string }).title, (first as { titleSource?: string }).titleSource];
	};
	expect(title(`${slot("New")}\n${header}`)).toEqual(["New", "user"]);
	expect(title(`${slot("")}\n${header}`)).toEqual(["Old", "auto"]);
});

test("parse: text that does not start with a header is no session", () => {
	expect(parseSessionEntries('{"type":"message","id":"a","parentId":null}\n', countingHost())).toEqual([]);
	expect(parseSessionEntries("", countingHost())).toEqual([]);
});
