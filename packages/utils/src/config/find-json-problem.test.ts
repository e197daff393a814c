import { expect, test } from "bun:test";
import { findJsonProblem } from "./find-json-problem.ts";

const problem = (text: string) => findJsonProblem(text, "x.json");

test("findJsonProblem: reports where a text stops being JSON and what was expected", () => {
	expect(problem('{\n  "a": 1\n  "b": 2\n}')).toBe('x.json:3:3: expected "," or "}"');
	expect(problem('{\n  "a": "open\n}')).toBe(
		'x.json:2:8: expected a value: text in quotes, a number, true, false, null, "[" or "{"',
	);
	expect(problem("[1, [2, 3")).toBe('x.json:1:10: expected "," or "]"');
	expect(problem("{a: 1}")).toBe('x.json:1:2: expected a name in quotes or "}"');
	expect(problem('{"a" 1}')).toBe('x.json:1:6: expected ":"');
	expect(problem("{}\n{}")).toBe("x.json:2:1: expected the end");
	expect(problem("")).toStartWith("x.json:1:1: expected a value");
});

test("findJsonProblem: returns nothing for text that the parser accepts", () => {
	const texts = ['{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {}}', "// c\n[1, /* d */ 2,]", '"x"', " 0 "];
	expect(texts.map(problem)).toEqual(texts.map(() => undefined));
	for (const text of texts) Bun.JSONC.parse(text);
});
