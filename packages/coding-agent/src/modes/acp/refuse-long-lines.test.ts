import { expect, test } from "bun:test";
import { text } from "node:stream/consumers";
import { refuseLongLines } from "./refuse-long-lines.ts";

async function* chunks(...parts: readonly string[]) {
	for (const part of parts) yield new TextEncoder().encode(part);
}

test("a message that is too long is answered with an error, and the next ones are read", async () => {
	const answers: string[] = [];
	const long = `{"jsonrpc":"2.0","id":7,"method":"x","params":"${"a".repeat(500)}"}`;
	const late = `{"jsonrpc":"2.0","method":"x","params":"${"b".repeat(500)}","id":"late"}`;
	const input = chunks(
		`{"id":1}\n${long.slice(0, 300)}`,
		`${long.slice(300)}\n`,
		`${late}\n{"id"`,
		":2}\n",
		"unfinished",
	);
	expect(await text(refuseLongLines(input, (answer) => answers.push(answer), 200))).toBe(
		'{"id":1}\n{"id":2}\nunfinished\n',
	);
	const error = { code: -32_600, message: expect.stringContaining("the limit is 200") };
	expect(answers.map((answer) => JSON.parse(answer))).toEqual([
		{ jsonrpc: "2.0", id: 7, error },
		{ jsonrpc: "2.0", id: "late", error },
	]);
});
