import { expect, test } from "bun:test";
import { RequestBody } from "./request-body.ts";

const values: readonly unknown[] = [
	{},
	[],
	null,
	"text",
	{ model: "m", stream: true, messages: [{ role: "user", content: [{ type: "text", text: 'grüße "🙂" \ud800' }] }] },
	{ request: { contents: [{ parts: [{ text: "a" }, { text: "b" }] }], nothing: undefined } },
	{ a: undefined, b: [undefined, () => {}, null, Number.NaN], c: { d: { e: { f: [1, { g: [] }] } } }, 'a"b': 1 },
	[new Date(0), { at: new Date(0) }],
	{ messages: Array.from({ length: 100 }, (_, index) => ({ index, text: "ü".repeat(index) })), last: undefined },
	{ request: { contents: [...Array(64).fill({ a: 1 }), undefined] } },
];

test.each(values.map((value) => [JSON.stringify(value), value]))("request body: is the JSON of %s", (json, value) => {
	using body = new RequestBody(value);
	expect(String(body.bytes)).toBe(String(Buffer.from(String(json))));
});

test("request body: gives its memory back", () => {
	const body = new RequestBody({ text: "x".repeat(100) });
	body[Symbol.dispose]();
	expect(body.bytes.length).toBe(0);
});
