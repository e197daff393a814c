import { describe, expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { hyperlink } from "../text/hyperlink.ts";
import { visibleWidth } from "../text/visible-width.ts";
import { titanium } from "../theme/builtin/titanium.data.ts";
import { parseTheme } from "../theme/load/parse-theme.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { createTheme } from "../theme/theme.ts";
import { drawBlocks } from "./draw-blocks.ts";
import { Markdown } from "./markdown.ts";
import type { MarkdownStyle } from "./markdown-style.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const style: MarkdownStyle = { theme: plainTheme() };

function draw(text: string, width = 40, options: Partial<MarkdownStyle> = {}): string[] {
	return [...new Markdown({ ...style, ...options }, text).render(width)];
}

describe("looks", () => {
	test("paragraphs, emphasis, code, breaks", () => {
		expect(draw("One **two** *three* `four` ~~five~~\nsix\n\nseven &amp; eight")).toEqual([
			"One two three four five",
			"six",
			"",
			"seven & eight",
		]);
		const theme = createTheme(parseTheme(titanium), { colorDepth: "truecolor" });
		expect(draw("**b**", 40, { theme })[0]).toBe(theme.text(theme.bold("b")));
	});

	test("headings, rules, quotes", () => {
		expect(draw("# One\n## Two\ntext\n\n---\n\n> quoted\n> text\n>\n> - item", 12)).toEqual([
			"One",
			"",
			"Two",
			"",
			"text",
			"",
			"────────────",
			"",
			"│ quoted",
			"│ text",
			"│ ",
			"│ • item",
		]);
	});

	test("lists: nested, numbered, tasks, wrapped under their text", () => {
		expect(
			draw("- a long item that wraps\n  - nested\n    1. deep\n- [x] done\n- [ ] open\n\n9. nine\n10. ten", 14),
		).toEqual([
			"• a long item",
			"  that wraps",
			"  • nested",
			"    1. deep",
			"☑ done",
			"☐ open",
			"",
			" 9. nine",
			"10. ten",
		]);
	});

	test("code: a label, then lines behind a bar, wrapped at words", () => {
		expect(draw("```ts\nconst a = 1;\n\n  if (a) b();\n```", 12)).toEqual([
			"ts",
			"│ const a =",
			"│ 1;",
			"│ ",
			"│   if (a)",
			"│ b();",
		]);
	});

	test("code has a background over the whole width where the theme has one", () => {
		const theme = { ...plainTheme(), mdCodeBlockBg: (text: string) => `<${text}>` };
		expect(draw("```\nlet a\n\nabcdefghijklmnopqrstu vw\n```", 24, { theme })).toEqual([
			`< ${"let a".padEnd(22)} >`,
			`< ${" ".repeat(22)} >`,
			`< ${"abcdefghijklmnopqrstu".padEnd(22)} >`,
			`< ${"vw".padEnd(22)} >`,
		]);
	});

	test("code is highlighted by the given highlighter", () => {
		const highlight = (code: string, language: string) => code.split("\n").map((line) => `<${language}>${line}`);
		expect(draw("```js\na\nb\n```\n\n```\nc\n```", 40, { highlight })).toEqual(["js", "│ <js>a", "│ <js>b", "", "│ c"]);
	});

	verifies("tui:message:markdown", () => {
		const highlight = (code: string, language: string) => (language === "js" ? [`<${code}>`] : undefined);
		const text =
			"# Title\n\nSome *text*.\n\n- one\n- [x] two\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x\n```";
		expect(draw(text, 20, { highlight })).toEqual([
			"Title",
			"",
			"Some text.",
			"",
			"• one",
			"☑ two",
			"",
			"│ said",
			"",
			"┌───┬───┐",
			"│ a │ b │",
			"├───┼───┤",
			"│ 1 │ 2 │",
			"└───┴───┘",
			"",
			"js",
			"│ <let x>",
		]);
	});

	test("tables: boxed, aligned, cells wrapped", () => {
		expect(draw("| Name | Value |\n|:--|--:|\n| one | 1 |\n| a longer name | 22 |", 24)).toEqual([
			"┌──────────────┬───────┐",
			"│ Name         │ Value │",
			"├──────────────┼───────┤",
			"│ one          │     1 │",
			"├──────────────┼───────┤",
			"│ a longer     │    22 │",
			"│ name         │       │",
			"└──────────────┴───────┘",
		]);
	});

	test("a table without room becomes a list of entries", () => {
		expect(draw("| A | B |\n|---|---|\n| one | two |\n| x | y |", 12)).toEqual([
			"A: one",
			"B: two",
			"",
			"A: x",
			"B: y",
		]);
	});

	test("links show their address unless the terminal supports hyperlinks", () => {
		const text = "[docs](https://a.b/c) and https://a.b";
		expect([draw(text), draw(text, 40, { hyperlinks: true })]).toEqual([
			["docs (https://a.b/c) and https://a.b"],
			[`${hyperlink("https://a.b/c", "docs")} and ${hyperlink("https://a.b", "https://a.b")}`],
		]);
	});

	test("file names in code and issue numbers are linked, and a wrapped link stays one", () => {
		const linkTo = (text: string) => ({ "src/a.ts": "file:///src/a.ts", "#12": "https://a.b/12" })[text];
		const rows = draw("See `src/a.ts`, `other` and #12, not a#12.", 80, { linkTo });
		expect(rows).toEqual([
			`See ${hyperlink("file:///src/a.ts", "src/a.ts")}, other and ${hyperlink("https://a.b/12", "#12")}, not a#12.`,
		]);
		const wrapped = draw("[a long text of a link](https://a.b)", 12, { hyperlinks: true });
		const ids = wrapped.map((row) => /\x1b\]8;(id=\w+);https/.exec(row)?.[1]);
		expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);
	});

	test("images, raw HTML and link definitions are shown as text", () => {
		expect(draw("![alt](a.png)\n\n<div>x</div>\n\n[ref]: https://a.b")).toEqual([
			"[Image: alt] (a.png)",
			"",
			"<div>x</div>",
			"",
			"[ref]: https://a.b",
		]);
	});

	test("control sequences in text or addresses are removed", () => {
		const rows = draw("a\x1b[2Jb\x07 [x](http://a/\x1b]0;y)", 60, { hyperlinks: true });
		expect(rows.join("").replaceAll(/\x1b\]8;;[^\x1b\x07]*\x1b\\/g, "")).not.toMatch(/[\x00-\x1f]/);
	});

	test("no row is ever too wide", () => {
		const text = `${SAMPLE}\n\n${"日本語".repeat(40)}`;
		for (const width of [1, 2, 5, 13, 40, 80]) {
			expect(Math.max(...draw(text, width).map(visibleWidth))).toBeLessThanOrEqual(width);
		}
	});
});

describe("streaming", () => {
	test("the rows do not depend on how the text is split into deltas", () => {
		const random = seeded(21);
		const long = [SAMPLE, longCode(200), longList(120), "word ".repeat(3000), SAMPLE].join("\n\n");
		const whole = draw(long);
		for (let round = 0; round < 5; round++) {
			const markdown = new Markdown(style);
			for (let index = 0; index < long.length; ) {
				const length = 1 + random.below(round === 0 ? 3 : 200);
				markdown.append(long.slice(index, index + length));
				index += length;
				if (random.chance(0.02)) markdown.render(40);
			}
			expect(markdown.render(40)).toEqual(whole);
		}
	});

	test("settled rows never change while streaming, except for blank rows between items of a loose list", () => {
		const markdown = new Markdown(style);
		const written = (rows: readonly string[]) => rows.filter((row) => row.trim() !== "");
		let settled: readonly string[] = [];
		for (const character of [SAMPLE, longCode(100), SAMPLE].join("\n\n")) {
			markdown.append(character);
			const rows = markdown.render(40);
			expect(written(rows).slice(0, settled.length)).toEqual([...settled]);
			settled = written(rows.slice(0, markdown.settledRows()));
		}
		expect(settled.length).toBeGreaterThan(100);
		markdown.finish();
		markdown.render(40);
		expect(markdown.settledRows()).toBe(markdown.render(40).length);
	});

	test("a source that is only fenced code is what the parser makes of it", () => {
		const sources = [
			"```\n```",
			"```ts\na\n```",
			"~~~\na\n\n~~~",
			"````md\n```\nx\n```\n````",
			"```c++\n\tx\n  \ty\tz\n\t \tw\n\n```",
			"```a\n  b  \n```",
		];
		const odd = [
			"```ts x\na\n```",
			"```\na\n    ```",
			"```\na\n ```",
			"```ts\na\n``` b\n```",
			"```\na\n```\n```",
			"```\na",
			"```\na\n`````",
		];
		for (const source of [...sources, ...odd]) {
			// With something before it, the parser reads it.
			expect(parseMarkdown(source), source).toEqual(parseMarkdown(`***\n\n${source}`).slice(1));
		}
	});

	test("a source that is only a heading of words is what the parser makes of it", () => {
		const plain = ["# One", "###### 2. Größe (neu)", "##  two  words", "# a - b, c."];
		const odd = [
			"#",
			"# ",
			"####### x",
			"# a #",
			"# a ##",
			"# *a*",
			"# www.example.com",
			"# a\nb",
			"#x",
			"# -",
			"# 1.",
			"# a_b_",
		];
		for (const source of [...plain, ...odd]) {
			expect(parseMarkdown(source), source).toEqual(parseMarkdown(`***\n\n${source}`).slice(1));
		}
	});

	test("splitting ordinary text into pieces does not change how it looks", () => {
		expect(draw(SAMPLE, 60)).toEqual(drawBlocks(parseMarkdown(SAMPLE), 60, style));
	});

	verifies("tui:message:streaming-frozen", () => {
		let highlighted = 0;
		const highlight = (code: string) => {
			highlighted++;
			return code.split("\n");
		};
		const markdown = new Markdown({ ...style, highlight });
		markdown.append(`${longCode(500)}\n\nend`);
		expect(markdown.render(40)).toBe(markdown.render(40));
		highlighted = 0;
		for (let index = 0; index < 50; index++) {
			markdown.append(" more");
			markdown.render(40);
		}
		expect(highlighted).toBe(0);
	});

	test("text replaced in the middle is redrawn", () => {
		const markdown = new Markdown(style, "one\n\ntwo");
		markdown.setText("one\n\nthree");
		expect(markdown.render(40)).toEqual(["one", "", "three"]);
	});

	test("an emoji split between deltas is drawn whole", () => {
		const markdown = new Markdown(style);
		markdown.append("a\ud83d");
		markdown.append("\udc4d");
		expect(markdown.render(40)).toEqual(["a👍"]);
	});
});

function longCode(lines: number): string {
	return `\`\`\`ts\n${Array.from({ length: lines }, (_, index) => (index % 9 === 8 ? "" : `const value${index} = ${index};`)).join("\n")}\n\`\`\``;
}

function longList(items: number): string {
	return Array.from(
		{ length: items },
		(_, index) => `${index + 1}. item number ${index} with some text\n   - nested`,
	).join("\n");
}

const SAMPLE = `# Title

Some **bold** text with \`code\` and a [link](https://a.b/c).
A second line.

Setext
------

- one
- two
  continued

  \`\`\`sh
  echo nested

  echo more
  \`\`\`
- three

1. first

2. second

> quote
> more

| A | B |
|---|---|
| 1 | 2 |

\`\`\`js
// a comment

let x = \`template\`;
\`\`\`

<!-- a comment

over blanks -->

## Next
Text right after.
- list right after text

***

Last words.`;

test("nesting as deep as the text is long fails nothing", () => {
	for (const marker of ["- ", "> ", "1. ", ">"]) {
		expect(draw(`${marker.repeat(30_000)}\n\nend`, 30).join("")).toContain("end");
	}
});

test("nesting deeper than the screen is wide keeps its text", () => {
	for (const marker of ["- ", "> ", "1. ", "- > "]) {
		const rows = draw(`${marker.repeat(15)}some words`, 30);
		expect([marker, rows.filter((row) => visibleWidth(row) > 30)]).toEqual([marker, []]);
		expect(rows.join("").replace(/[^a-z]/g, "")).toBe("somewords");
	}
});
