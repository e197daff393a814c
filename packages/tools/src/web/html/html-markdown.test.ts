import { expect, test } from "bun:test";
import { decodeText } from "../charset.ts";
import { prettyJson } from "../pretty-json.ts";
import { pageMarkdown, withFrontMatter } from "./html-markdown.ts";

const markdownOf = (html: string) => pageMarkdown(`<main>${html}</main>`, "https://a.example/dir/page").markdown;

test.each([
	[
		"headings and emphasis",
		"<h2>A <em>b</em><a class=anchor href='#a'>#</a></h2><p> <b> c </b>d<br>e</p>",
		"## A *b*\n\n**c** d\ne",
	],
	[
		"links",
		'<p><a href="../x?y=1">in</a> <a href="https://b.example/">https://b.example</a> <a href="#f">note</a> <a href="javascript:x()">js</a></p>',
		"[in](https://a.example/x?y=1) https://b.example note js",
	],
	[
		"code",
		'<p>Use <code>a `b` c</code></p><pre><code class="language-ts">let x = 1;\n\n  y();\n</code></pre>',
		"Use `` a `b` c ``\n\n```ts\nlet x = 1;\n\n  y();\n```",
	],
	["fences in code", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
	[
		"lists",
		"<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><ol start=3><li>e</li><li>f</li></ol>",
		"- a\n  - b\n- c\n\n  d\n\n3. e\n4. f",
	],
	[
		"tables",
		"<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td><td><p>2</p></td></tr></table>",
		"| A | B\\|C |\n| --- | --- |\n| 1 | 2 |",
	],
	[
		"tables without a head",
		"<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
		"|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
	],
	["tables that arrange", "<table role=presentation><tr><td><p>a</p></td><td><p>b</p></td></tr></table>", "a\n\nb"],
	["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
	["definitions", "<dl><dt>a</dt><dd>b</dd></dl>", "- **a**\n  b"],
	[
		"images",
		'<p><img src="i.png" alt="An i"><img src="x.gif" width=1 height=1 alt=x><img src="d.png"></p>',
		"![An i](https://a.example/dir/i.png)",
	],
	["formulas", '<p><math alttext="x^2"><mi>x</mi></math> and x<sup>2</sup></p>', "$x^2$ and x^2"],
	["cards", '<a href="/p"><h3>Title</h3><p>Text</p></a>', "### [Title](https://a.example/p)\n\nText"],
	["entities", "<p>&lt;b&gt; &amp; &nbsp;x &#8212; &hellip;</p>", "<b> & \u00a0x — …"],
	["base addresses", '<base href="https://b.example/c/"><p><a href=d>e</a></p>', "[e](https://b.example/c/d)"],
])("%s", (_name, html, expected) => {
	expect(markdownOf(html)).toBe(expected);
});

test("front matter says what is known of a page", () => {
	const html = `<html lang=en><head><title>T - Site</title><meta property="og:title" content="T\n: x"><meta name=author content="A. B."><script type="application/ld+json">{"@graph":[{"headline":"T","datePublished":"2026-01-02"}]}</script></head><body><p>x</p>`;
	const { markdown, facts } = pageMarkdown(html, "https://a.example/");
	expect(withFrontMatter(markdown, facts)).toBe("---\ntitle: T : x\nauthor: A. B.\npublished: 2026-01-02\n---\n\nx");
});

test("lists of links stay where the text speaks of them, and go where they lead away from it", () => {
	const prose = `<p>${"The harbor had been closed for eleven days. ".repeat(10)}</p>`;
	const links = `<ul>${["one", "two", "three"].map((name) => `<li><a href="/${name}">${name}</a></li>`).join("")}</ul>`;
	const kept = [`<p>See these sections:</p>${links}`, `<h2>See also</h2>${links}`];
	for (const html of kept) expect(markdownOf(prose + html + prose)).toContain("[two](https://a.example/two)");
	const gone = [links, `<h2>Related stories</h2>${links}`, `<div><p>More on this</p>${links}</div>`];
	for (const html of gone) expect(markdownOf(prose + html + prose)).not.toContain("two");
});

test("a section about menus, footers or comments is not one", () => {
	const prose = "The harbor had been closed for eleven days when the ships left. ".repeat(3);
	for (const id of ["menu", "edit-menu", "navigation", "footer", "related", "tags", "comments", "sidebar"]) {
		for (const open of [`<section id="${id}">`, `<div class="section" id="${id}">`]) {
			const close = open.startsWith("<div") ? "</div>" : "</section>";
			const sections = ["first", id, "last"].map(
				(name) => `${open.replace(id, name)}<h2>On ${name}</h2><p>${prose}</p>${close}`,
			);
			expect([open, markdownOf(sections.join(""))]).toEqual([
				open,
				expect.stringContaining(`## On ${id}\n\nThe harbor`),
			]);
		}
		expect(markdownOf(`<p>${prose}</p><h2 id="${id}">On ${id}</h2><p>${prose}</p>`)).toContain(`## On ${id}`);
	}
});

test("a short page is what it calls its content, not its menu", () => {
	const menu = `<div class=x>${Array.from({ length: 30 }, (_, n) => `<a href="/${n}">Chapter ${n}</a>`).join(" ")}</div>`;
	const html = `${menu}<main><h1>concat_bytes</h1><p>This feature has no text of its own yet.</p></main>`;
	const { markdown } = pageMarkdown(html, "https://a.example/");
	expect(markdown).toBe("# concat_bytes\n\nThis feature has no text of its own yet.");
});

test("a page without text of its own has the text that it tells machines", () => {
	const body = "The harbor had been closed for eleven days. ".repeat(20);
	const html = `<script type="application/ld+json">${JSON.stringify({ headline: "H", articleBody: body })}</script><div id=root></div>`;
	expect(pageMarkdown(html, "https://a.example/").markdown).toBe(body);
});

test("pages of any size and depth are read in bounded time and without a crash", () => {
	const paragraph = "<p>some words that are long enough to count as text, <b>and more</b></p>";
	const many = pageMarkdown(`<article>${paragraph.repeat(1_000_000)}</article>`, "https://a.example/");
	expect(many.isCut).toBe(true);
	expect(many.markdown).toContain("and more");
	const deep = pageMarkdown(`${"<div>".repeat(3000)}<p>deep inside</p>${"</div>".repeat(3000)}`, "https://a.example/");
	expect(deep.markdown).toBe("deep inside");
	for (const tag of [
		"<div>",
		"<b>",
		"<ul><li>",
		"<table><tr><td>",
		"<a href=x>",
		"<blockquote>",
		"<svg>",
		"</p>",
		"<!--",
		"<",
		"&amp;",
	]) {
		expect(() => pageMarkdown(`<p>start</p>${tag.repeat(500_000)}`, "https://a.example/")).not.toThrow();
	}
	const wide = `<table>${`<tr>${"<td colspan=1000000>x</td>".repeat(50)}</tr>`.repeat(50)}</table>`;
	expect(pageMarkdown(wide, "https://a.example/").markdown.length).toBeLessThan(2_000_000);
}, 60_000);

const bytes = (...codes: number[]) => new Uint8Array(codes);

test.each([
	["header", bytes(0xe9), "text/html; charset=ISO-8859-1", "é"],
	["quoted header", bytes(0xcf, 0xf0, 0xe8), 'text/html; charset="windows-1251"', "При"],
	["mark", bytes(0xff, 0xfe, 0x41, 0), "text/html; charset=utf-8", "A"],
	[
		"meta",
		new Uint8Array([...Buffer.from("<meta charset=shift_jis>"), 0x93, 0xfa]),
		"text/html",
		"<meta charset=shift_jis>日",
	],
	[
		"meta http-equiv",
		new Uint8Array([
			...Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'),
			0xc4,
			0xe3,
		]),
		"",
		'<meta http-equiv="Content-Type" content="text/html; charset=gb2312">你',
	],
	[
		"xml",
		new Uint8Array([...Buffer.from('<?xml version="1.0" encoding="koi8-r"?>'), 0xf0]),
		"",
		'<?xml version="1.0" encoding="koi8-r"?>П',
	],
	["unknown name", bytes(0xc3, 0xa9), "text/html; charset=nonsense", "é"],
	["no word, UTF-8", bytes(0xc3, 0xa9), "", "é"],
	["no word, not UTF-8", bytes(0x93, 0xe9, 0x94), "", "“é”"],
	["wrong word", bytes(0xc3, 0xa9, 0xff), "text/html; charset=utf-8", "é\ufffd"],
])("charset by %s", (_name, given, type, expected) => {
	expect(decodeText(given, type)).toBe(expected);
});

test("JSON keeps its numbers and keys", () => {
	expect(prettyJson('{"a":1.0,"a":12345678901234567890,"b":[{},[],"x\\"{,:"]}')).toBe(
		'{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": [\n    {},\n    [],\n    "x\\"{,:"\n  ]\n}',
	);
	expect(prettyJson("{broken")).toBeUndefined();
	const long = JSON.stringify({ text: "a\\n".repeat(3_000_000) });
	expect(prettyJson(long)?.length).toBeGreaterThan(9_000_000);
});
