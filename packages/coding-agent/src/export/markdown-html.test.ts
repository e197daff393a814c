import { expect, test } from "bun:test";
import { tests as examples } from "commonmark-spec";
import { markdownHtml } from "./markdown-html.ts";

/** A blank at the end of a line is not seen. */
const normal = (html: string) => html.replace(/ +\n/g, "\n");
const tabs = (text: string) => text.replaceAll("→", "\t");

test("the parser passes the CommonMark corpus", () => {
	const failed = examples.filter(({ markdown, html }) => {
		const got = Bun.markdown.html(tabs(markdown), { tables: false, strikethrough: false, tasklists: false });
		return normal(got) !== normal(tabs(html));
	});
	expect(examples.length).toBeGreaterThan(640);
	expect(failed.map(({ number }) => number)).toEqual([]);
});

const allowedTags =
	/^<(?:\/?(?:p|h[1-6]|em|strong|del|ul|li|blockquote|pre|table|thead|tbody|tr|a)|br \/|hr \/|ol(?: start="\d+")?|\/ol|code(?: class="language-[^"<>]*")?|\/code|a href="[^"<>]*"(?: title="[^"]*")?|a title="[^"]*"|li class="task-list-item"|input type="checkbox" class="task-list-item-checkbox" disabled(?: checked)?|t[hd](?: align="(?:left|center|right)")?|\/t[hd])>$/;

test("of the whole corpus nothing gets through but the parser's own markup and harmless addresses", () => {
	for (const { markdown } of examples) {
		const html = markdownHtml(tabs(markdown));
		expect((html.match(/<[^>]*>/g) ?? []).filter((tag) => !allowedTags.test(tag))).toEqual([]);
	}
});

test("texts without markup of their own, images and long-known schemes are as the corpus says", () => {
	const plain = examples.filter(
		({ section, markdown, html }) =>
			!/HTML|Autolinks/.test(section) &&
			!/<[a-z/!?]|\$|\\[([]/i.test(markdown) &&
			!/<img|href="[^"]*[a-z+]+:(?!\/\/)/i.test(html),
	);
	const failed = plain.filter(({ markdown, html }) => normal(markdownHtml(tabs(markdown))) !== normal(tabs(html)));
	expect(plain.length).toBeGreaterThan(450);
	expect(failed.map(({ number }) => number)).toEqual([]);
});

test.each([
	[
		"- a\n  - b\n    1. c\n- d",
		"<ul>\n<li>a\n<ul>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n",
	],
	["~~gone~~", "<p><del>gone</del></p>\n"],
	["www.example.com", '<p><a href="http://www.example.com">www.example.com</a></p>\n'],
	[
		"| a | b |\n|:-:|--:|\n| 1 | `x \\| y` |",
		'<table>\n<thead>\n<tr><th align="center">a</th><th align="right">b</th></tr>\n</thead>\n<tbody>\n<tr><td align="center">1</td><td align="right"><code>x | y</code></td></tr>\n</tbody>\n</table>\n',
	],
	[
		"- [x] done\n- [ ] open",
		'<ul>\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked>done</li>\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled>open</li>\n</ul>\n',
	],
	["so $x^2$ is", "<p>so x² is</p>\n"],
])("GFM and math: %s", (source, html) => {
	expect(markdownHtml(source)).toBe(html);
});

test.each([
	["[x](javascript:alert(1))", "<p><a>x</a></p>\n"],
	["[x](JavaScript&colon;alert(1))", "<p><a>x</a></p>\n"],
	["[x](java&#115;cript:alert(1))", "<p><a>x</a></p>\n"],
	["[x](<java\tscript:alert(1)>)", "<p><a>x</a></p>\n"],
	["[x](data:text/html,<b>)", "<p><a>x</a></p>\n"],
	["<javascript:alert(1)>", "<p>&lt;javascript:alert(1)&gt;</p>\n"],
	["![x](javascript:alert(1))", "<p>x</p>\n"],
	["![x](https://a.b/c.png)", '<p><a href="https://a.b/c.png">x</a></p>\n'],
	['<img src=x onerror="a()">', "<p>&lt;img src=x onerror=&quot;a()&quot;&gt;</p>\n"],
	["<script>a()</script>", "<p>&lt;script&gt;a()&lt;/script&gt;</p>\n"],
	[
		'[x](https://a.b "title\\"><script>")',
		'<p><a href="https://a.b" title="title&quot;&gt;&lt;script&gt;">x</a></p>\n',
	],
	["[x](docs/a:b.md)", '<p><a href="docs/a:b.md">x</a></p>\n'],
])("harmless: %s", (source, html) => {
	expect(markdownHtml(source)).toBe(html);
});

test("a Mermaid diagram is drawn as SVG, with its source below; one that is not understood stays source", () => {
	const html = markdownHtml("```mermaid\ngraph TD\nA[Start] --> B{Check}\nB -->|no| A\n```");
	expect(html).toMatch(/^<figure><svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img"/);
	for (const label of ["Start", "Check", "no", "▼"]) expect(html).toContain(`>${label}</text>`);
	expect(html.match(/<line /g)?.length).toBeGreaterThan(20);
	expect(html).toContain('<summary>Mermaid source</summary><pre><code class="language-mermaid">graph TD');
	expect(markdownHtml("```mermaid\ngantt\n title x\n```")).toStartWith('<pre><code class="language-mermaid">');
});

test("a hostile diagram brings no markup", () => {
	const label = `<script>alert(1)</script><img src=x onerror=alert(1)>"' & </svg>`;
	for (const source of [
		`graph TD\nA["${label}"] -->|${label}| B[${label}]`,
		`sequenceDiagram\nA->>B: ${label}\nparticipant ${label}`,
		`graph TD\nclick A href "javascript:alert(1)"\nA[x] --> B[y]\nstyle A fill:url(javascript:1)`,
		`graph TD\nA[</code></pre><script>alert(1)</script>] --> B`,
	]) {
		const html = markdownHtml(`\`\`\`mermaid\n${source}\n\`\`\``);
		const tags = (html.match(/<\/?[a-z]+/gi) ?? []).map((tag) => tag.replace(/[</]/g, ""));
		const known = ["figure", "svg", "g", "line", "text", "details", "summary", "pre", "code"];
		expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
		expect(html.replace(/<pre>.*<\/pre>/s, "")).not.toMatch(/<[^>]*(?:javascript:|onerror)/);
	}
});
