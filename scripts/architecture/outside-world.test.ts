import { expect, test } from "bun:test";
import { madeUpTree } from "./made-up-tree.ts";
import { checkOutsideWorld } from "./outside-world.ts";

const file = "packages/ai/src/reaches.ts";

function messagesFor(source: string, path = file): string[] {
	return checkOutsideWorld(madeUpTree({ [path]: source }), []).map(({ line, message }) => `${line} ${message}`);
}

test("outside world: access to environment, clock, home folder and process exit fails", () => {
	const source = [
		"const key = process.env.KEY;",
		"const other = Bun.env.KEY;",
		"const now = Date.now();",
		"const today = new Date();",
		'import { homedir } from "node:os";',
		"process.exit(1);",
	].join("\n");
	const remedy = "take it from the Host or an argument";
	expect(messagesFor(source)).toEqual([
		`1 touches process.env: ${remedy}`,
		`2 touches Bun.env: ${remedy}`,
		`3 touches Date.now: ${remedy}`,
		`4 touches new Date(): ${remedy}`,
		`5 touches homedir: ${remedy}`,
		`6 touches process.exit: ${remedy}`,
	]);
});

test("outside world: a date with arguments, a comment and a string pass", () => {
	const source = `// process.env\n/* Date.now() */\nconst hint = "set process.env.KEY, then new Date()";\nnew Date(host.now());\n`;
	expect(messagesFor(source)).toEqual([]);
});

test("outside world: code in a template string fails", () => {
	expect(messagesFor("const text = `key $" + "{process.env.KEY}`;")).toHaveLength(1);
});

test("outside world: tests, the testkit and scripts pass", () => {
	for (const path of ["packages/ai/src/a.test.ts", "packages/testkit/src/a.ts", "scripts/a.ts", "test/e2e/a.ts"]) {
		expect(messagesFor("process.exit(Date.now());", path)).toEqual([]);
	}
});

test("outside world: a listed file passes, and unneeded permissions fail", () => {
	const touchers = [{ file, may: ["clock", "exit"] as const, because: "it is the test's" }];
	const tree = madeUpTree({ [file]: "const now = Date.now();\nconst key = process.env.KEY;\n" });
	expect(checkOutsideWorld(tree, touchers)).toEqual([
		{ file, line: 2, message: "touches process.env: take it from the Host or an argument" },
		{
			file: "scripts/architecture/outside-world.data.ts",
			message: `${file} no longer touches the exit: take that back`,
		},
	]);
});
