import { describe, expect, test } from "bun:test";
import { defaultSummaryOptions, type Summary, type SummaryOptions, summarize } from "./summarize.ts";

const tight: SummaryOptions = { ...defaultSummaryOptions, minTotalLines: 1, unfoldUntil: 0 };

async function summaryOf(path: string, text: string, options: SummaryOptions = tight): Promise<Summary | undefined> {
	return summarize(path, text, text.replace(/\n$/, "").split("\n"), options);
}

async function shown(path: string, text: string, options: SummaryOptions = tight): Promise<string[] | undefined> {
	const summary = await summaryOf(path, text, options);
	return summary?.rows.map((row) => {
		if (row.kind === "gap") return "...";
		return row.kind === "fold" ? `${row.line}-${row.endLine}:${row.text}` : `${row.line}:${row.text}`;
	});
}

const body = (count: number, indent = "\t", line = "work();") => `${indent}${line}\n`.repeat(count);

describe("summarize", () => {
	test("folds bodies between brackets into one row", async () => {
		const text = `import a from "a";\n\nexport function f(a: number): void {\n${body(5)}}\n\nconst list = [\n${body(4, "\t", "1,")}];\n`;
		expect(await shown("a.ts", text)).toEqual([
			'1:import a from "a";',
			"2:",
			"3-9:export function f(a: number): void { .. }",
			"10:",
			"11-16:const list = [ .. ];",
		]);
		expect(await summaryOf("a.ts", text)).toMatchObject({
			elidedLines: 9,
			elidedSpans: [
				{ start: 3, end: 9 },
				{ start: 11, end: 16 },
			],
		});
	});

	test("short bodies stay", async () => {
		expect(await shown("a.ts", `function f() {\n${body(3)}}\n`)).toBeUndefined();
	});

	test("a chain of blocks is one row", async () => {
		const text = `if (a) {\n${body(4)}} else if (b) {\n${body(4)}} else {\n${body(4)}}\nend();\n`;
		expect(await shown("a.js", text)).toEqual(["1-16:if (a) { .. } else if (b) { .. } else { .. }", "17:end();"]);
	});

	test("a callback shows its brackets, not those of the call around it", async () => {
		const text = `test("it", async () => {\n${body(5)}});\nnext();\n${body(8, "")}`;
		expect((await shown("a.ts", text))?.slice(0, 2)).toEqual(['1-7:test("it", async () => { .. });', "8:next();"]);
	});

	test("an argument that begins behind the bracket keeps its line", async () => {
		const text = `call({ first: 1,\n${body(5, "\t", "more: 2,")}});\nnext();\n${body(8, "")}`;
		expect((await shown("a.ts", text))?.slice(0, 4)).toEqual(["1:call({ first: 1,", "...", "7:});", "8:next();"]);
	});

	test("what wraps most of the file is looked into", async () => {
		const method = (name: string) => `\t${name}() {\n${body(6, "\t\t")}\t}\n`;
		const text = `class A {\n${method("one")}${method("two")}}\n`;
		expect(await shown("A.java", text.replaceAll("one", "void one").replaceAll("two", "void two"))).toEqual([
			"1:class A {",
			"2-9:\tvoid one() { .. }",
			"10-17:\tvoid two() { .. }",
			"18:}",
		]);
	});

	test("indented bodies become a gap", async () => {
		const text = `import os\n\ndef f(a):\n${body(5, "    ", "work()")}\nclass B:\n    def g(self):\n${body(5, "        ", "work()")}`;
		expect(await shown("a.py", text)).toEqual(["1:import os", "2:", "3:def f(a):", "...", "9:", "10:class B:", "..."]);
	});

	test("long comments and long texts fold, short ones stay", async () => {
		const text = [
			"/**",
			" * What it is. And",
			...Array.from({ length: 5 }, (_, n) => ` * line ${n}`),
			" */",
			"const a = `",
			...Array.from({ length: 5 }, (_, n) => `text ${n}`),
			"`;",
			...Array.from({ length: 7 }, (_, n) => `// note ${n}`),
			"// last",
			"const b = 1;",
			"// one",
			"// two",
			"const c = 2;",
			"",
		].join("\n");
		expect(await shown("a.ts", text)).toEqual([
			"1-8:/** What it is. .. */",
			"9:const a = `",
			"...",
			"15:`;",
			"16:// note 0",
			"...",
			"24:const b = 1;",
			"25:// one",
			"26:// two",
			"27:const c = 2;",
		]);
	});

	test.each([
		["a.rs", `fn f() {\n${body(5)}}\nstruct S;\n${body(7, "// ", "")}`, "1-7:fn f() { .. }"],
		["a.go", `package a\nfunc f() {\n${body(5)}}\nvar x = 1\n${body(7, "// ", "")}`, "2-8:func f() { .. }"],
		["a.c", `int f(void) {\n${body(5)}}\nint x;\n${body(7, "// ", "")}`, "1-7:int f(void) { .. }"],
		[
			"a.json",
			`{\n"a": {\n${body(4, "", '"k": 1,')}"z": 1\n},\n"b": 2,\n"c": 3,\n"d": 4,\n"e": 5,\n"f": 6\n}\n`,
			'2-8:"a": { .. },',
		],
		["a.sh", `f() {\n${body(5, "  ", "ls")}}\nls\n${body(7, "", "ls")}`, "1-7:f() { .. }"],
		["a.rb", `def f\n${body(5, "  ", "work")}end\n${body(7, "", "work")}`, "..."],
		["a.lua", `function f()\n${body(5, "  ", "work()")}end\n${body(7, "", "work()")}`, "..."],
		["a.yaml", `a:\n${body(5, "  ", "k: 1")}b: 1\n${body(7, "", "c: 1")}`, "..."],
		["a.html", `<div>\n${body(5, "  ", "<p>x</p>")}</div>\n${body(7, "", "<p>y</p>")}`, "..."],
		["a.css", `a {\n${body(5, "  ", "top: 1px;")}}\n${body(7, "", "b { top: 1px; }")}`, "1-7:a { .. }"],
	])("%s is understood", async (path, text, row) => {
		expect(await shown(path, text)).toContain(row);
	});

	test("opens outer folds until enough is to be seen, and never too much", async () => {
		const inner = `\tif (x) {\n${body(10, "\t\t")}\t}\n`;
		const text = `function small() {\n${inner}${inner}}\nfunction large() {\n${body(120)}}\n`;
		const rows = await shown("a.ts", text, { ...tight, unfoldUntil: 50, unfoldLimit: 100 });
		expect(rows?.slice(0, 4)).toEqual(["1:function small() {", "2:\tif (x) {", "3:\t\twork();", "4:\t\twork();"]);
		expect(rows?.at(-1)).toBe("27-148:function large() { .. }");
	});

	test("prose is folded under its headings only where that is wanted", async () => {
		const text = `# One\n${body(5, "", "words")}\`\`\`\n# code\n\`\`\`\n## Two\nshort\n`;
		expect(await shown("a.md", text)).toBeUndefined();
		expect(await shown("a.md", text, { ...tight, prose: true })).toEqual(["1:# One", "...", "10:## Two", "11:short"]);
	});

	test("unknown languages, few lines and too many are left alone", async () => {
		const text = `function f() {\n${body(300)}}\n`;
		expect(await summaryOf("a.unknown", text)).toBeUndefined();
		expect(await summaryOf("a.ts", `function f() {\n${body(90)}}\n`, defaultSummaryOptions)).toBeUndefined();
		expect(await summaryOf("a.ts", `function f() {\n${body(20_000)}}\n`)).toBeUndefined();
		expect(await summaryOf("a.ts", text, { ...tight, enabled: false })).toBeUndefined();
	});

	test("a file that nests without end is no trouble", async () => {
		const text = `${"if (x) {\n".repeat(9900)}${"}\n".repeat(9900)}`;
		const summary = await summaryOf("a.ts", text, defaultSummaryOptions);
		expect(summary?.elidedLines).toBeGreaterThan(10_000);
	});
});
