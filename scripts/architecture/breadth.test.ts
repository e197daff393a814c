import { expect, test } from "bun:test";
import { checkBreadth } from "./breadth.ts";
import { madeUpTree } from "./made-up-tree.ts";

const file = "packages/ai/src/wide.ts";

function importing(count: number): string {
	const lines = Array.from({ length: count }, (_, index) => `import { x${index} } from "./x${index}.ts";`);
	return `${lines.join("\n")}\nimport "node:fs";\nimport "yaml";\n`;
}

const code = "export function f() {\n\tif (x0) return x1;\n}\n";

test("breadth: twenty own imports are well, whatever else is imported", () => {
	expect(checkBreadth(madeUpTree({ [file]: importing(20) + code }))).toEqual([]);
});

test("breadth: the 21st own import fails", () => {
	expect(checkBreadth(madeUpTree({ [file]: importing(21) + code }))).toEqual([
		{ file, message: "imports 21 files of our own; 20 is the most it may" },
	]);
});

test("breadth: imports of other packages of ours count, types too", () => {
	const source = `${importing(20)}import type { abort } from "@oh-my-pi/pi-utils/abort";\n${code}`;
	expect(checkBreadth(madeUpTree({ [file]: source }))).toHaveLength(1);
});

test("breadth: a plain list may be as long as it needs", () => {
	const list = "/** if any function is added, here */\nexport const all = [x0, x1, x2] as const;\n";
	expect(checkBreadth(madeUpTree({ [file]: importing(40) + list }))).toEqual([]);
});

test("breadth: tests may import what they like", () => {
	expect(checkBreadth(madeUpTree({ "packages/ai/src/wide.test.ts": importing(30) + code }))).toEqual([]);
});

test("breadth: an exception holds up to its number and must follow it down", () => {
	const check = (imports: number) => checkBreadth(madeUpTree({ [file]: importing(imports) + code }), { [file]: 25 });
	const data = "scripts/architecture/breadth.data.ts";
	expect(check(25)).toEqual([]);
	expect(check(26)).toEqual([{ file, message: "imports 26 files of our own; 25 is the most it may" }]);
	expect(check(23)).toEqual([{ file: data, message: `${file} has become narrower: lower its number to 23` }]);
	expect(check(20)).toEqual([{ file: data, message: `${file} has become narrower: remove its line` }]);
});
