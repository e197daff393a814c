import { describe, expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { LiteralScanner } from "./literal-scanner.ts";
import { requiredLiterals } from "./required-literals.ts";

describe("required literals", () => {
	test.each([
		[/\bconsole\.log\(/, ["ole.log("]],
		[/import .* from ["']lodash["']/, ["import", "from", "lodash"]],
		[/lodash|underscore/, []],
		[/(?:lodash|underscore)\.map/, [".map"]],
		[/colou?rful/, ["colo", "rful"]],
		[/abcd*efg+hij/, ["abc", "efg", "ghij"]],
		[/abc{0,2}defg/, ["defg"]],
		[/abc{2}defg/, ["abc", "cdefg"]],
		[/[abc)]xyz[\]]\w+/, ["xyz"]],
		[/(?<=a(b|c))xyz\d/, ["xyz"]],
		[/^.*$/, []],
		[/TODO/i, ["todo"]],
		[/naïve text\u00e9/, ["ve text"]],
		[/: any|as any/, []],
	])("%p", (expression, expected) => {
		expect([...requiredLiterals(expression)]).toEqual(expected);
	});
});

test("the scanner finds exactly what is there, however the text is cut", () => {
	const random = seeded(7);
	const pick = (letters: string, length: number) => Array.from({ length }, () => random.pick([...letters])).join("");
	for (let round = 0; round < 200; round++) {
		const literals = [...new Set(Array.from({ length: 8 }, () => pick("abc", 1 + random.below(4))))];
		const text = pick("abcABCé ", 60);
		const scanner = new LiteralScanner(literals);
		const found = new Set<string>();
		let state = 0;
		for (let at = 0; at < text.length; ) {
			const size = 1 + random.below(9);
			state = scanner.scan(text.slice(at, at + size), state, (index) => void found.add(literals[index] ?? ""));
			at += size;
		}
		expect([...found].sort()).toEqual(literals.filter((literal) => text.toLowerCase().includes(literal)).sort());
	}
});
