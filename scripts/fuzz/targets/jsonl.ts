import { splitLines } from "../../../packages/coding-agent/src/rpc-protocol/line-splitter.ts";
import { ByteLines } from "../../../packages/session/src/listing/byte-lines.ts";
import { partialReplyEnd, partialUserText } from "../../../packages/session/src/listing/partial-line.ts";
import { bytesReader, parseSessionEntries } from "../../../packages/session/src/operations/parse.ts";
import { scanLog } from "../../../packages/session/src/scan/scan-log.ts";
import { bytesOf, inChunks, inputOf } from "../chunks.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

const header = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}\n';
const time = '"timestamp":"2026-01-01T00:00:00.000Z"';
const MAX_LINE_BYTES = 100_000;
const SMALL_CHUNK = 50;

/** Session files, and the lines of the RPC protocol. */
export const jsonl: FuzzTarget = {
	name: "jsonl",
	corpus: [
		`${header}{"type":"message","id":"a","parentId":null,${time},"message":{"role":"user","content":"hi"}}\n`,
		`${header}{"type":"custom","customType":"x","data":{"n":1},"id":"b","parentId":"a",${time}}\n`,
		`${header}{"type":"label","id":"c","parentId":"a",${time},"targetId":"a","label":"l"}\n`,
		`{"type":"title","v":1,"title":"T","source":"user","updatedAt":"t","pad":"   "}\n${header}`,
		'{"type":"session","id":"old"}\n{"type":"message","message":{"role":"user","content":"from version 1"}}\n',
		inputOf(
			`${header}{"type":"message","id":"d","parentId":"a",${time},"message":{"role":"user","content":[{"type":"text","text":"日本"}]}}\n`,
		),
		'{"id":"1","type":"prompt","message":"hi"}\r\n{"type":"abort"}\n',
	],
	shapes: [{ before: "", unit: '\\"role":"user"', after: "" }],
	words: [
		header,
		'{"type":"',
		'{"type":"message","id":"',
		'{"type":"custom","customType":"x","id":"',
		'"parentId":',
		'"parentId":null,',
		`${time},`,
		'"message":{"role":"user"',
		'"message":{"role":"toolResult","toolCallId":"c","toolName":"t"',
		'"text":"',
		'"content":"',
		'"role":"user"',
		'"stopReason":"stop"',
		"{",
		"}",
		"[",
		"]",
		'"',
		"\\",
		",",
		"\n",
		"\r\n",
		"\0",
		" ",
		"x",
		"\xff",
		"\xe6\x97",
	],
	generate(random) {
		let text = random.oneIn(8) ? "" : header;
		let previous = "null";
		for (let count = random.below(8); count > 0; count--) {
			const id = `"${random.below(1e6).toString(36)}"`;
			const common = `"id":${id},"parentId":${random.oneIn(5) ? "null" : previous},${time}`;
			text += random.pick([
				`{"type":"message",${common},"message":{"role":"user","content":"x\\n"}}`,
				`{"type":"message",${common},"message":{"role":"toolResult","toolCallId":"c","toolName":"t","content":[]}}`,
				`{"type":"custom","customType":"c","data":{"a":[{}]},${common}}`,
				`{"type":"label",${common},"targetId":${previous},"label":"l"}`,
				`{"type":"compaction",${common},"summary":"s","firstKeptEntryId":${previous}}`,
			]);
			text += random.pick(["\n", "\n", "\n", "\r\n", "", "\0\0\n"]);
			previous = id;
		}
		return text;
	},
	async run(input) {
		const bytes = bytesOf(input);
		const chunkBytes = 64;
		const whole = scanLog(bytesReader(bytes));
		const pieces = scanLog(bytesReader(bytes), { chunkBytes });
		const ids = (scan: typeof whole) => scan.entries.map(({ id, parentId }) => [id, parentId]);
		if (JSON.stringify(ids(whole)) !== JSON.stringify(ids(pieces))) throw new Error("other entries in small chunks");
		if (whole.end !== bytes.length) throw new Error("the scan ends before the file");
		let count = 0;
		parseSessionEntries(bytes.toString("utf8"), { newId: () => `new-${count++}` });
		const lines = new ByteLines(bytes);
		for (let index = 0; index < lines.count; index++) lines.text(index);
		const text = bytes.toString("utf8");
		partialUserText(text);
		partialReplyEnd(text);
		const once = await Array.fromAsync(splitLines(each([bytes]), MAX_LINE_BYTES));
		const split = await Array.fromAsync(splitLines(each(inChunks(bytes, SMALL_CHUNK)), MAX_LINE_BYTES));
		if (JSON.stringify(once) !== JSON.stringify(split)) throw new Error("other lines in small chunks");
	},
};

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
	yield* chunks;
}
