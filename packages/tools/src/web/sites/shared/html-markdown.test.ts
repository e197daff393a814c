import { describe, expect, test } from "bun:test";
import { htmlMarkdown } from "./html-markdown.ts";

const base = "https://example.org/docs/";

describe("htmlMarkdown", () => {
	const cases: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
		"marks and links": [
			'<p>A <b>bold </b>word, <em>one</em> <a href="../x?a=1&amp;b=2">link</a> and <code>a`b</code>.</p>',
			"A **bold** word, *one* [link](https://example.org/x?a=1&b=2) and `` a`b ``.",
		],
		"a link to the page itself or to a script is its text": [
			'<a href="#x">here</a> <a href="javascript:alert(1)">there</a>',
			"here there",
		],
		"paragraphs without end tags": ["one<p>two<p>three", "one\n\ntwo\n\nthree"],
		"nested lists without end tags": ["<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"],
		"numbered lists": ["<ol><li>a</li><li><p>b</p><p>c</p></li></ol>", "1. a\n2. b\n\n   c"],
		"code blocks keep their lines and get a longer fence": [
			'<pre class="lang-md"><code>a &lt; b\n```\n  c</code></pre>',
			"````md\na < b\n```\n  c\n````",
		],
		"tables without end tags": [
			"<table><tr><th>A<th>B<tr><td>1|2<td><p>x<p>y</table>after",
			"| A | B |\n| --- | --- |\n| 1\\|2 | x y |\n\nafter",
		],
		quotes: ["<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc"],
		"definition lists": ["<dl><dt>t<dd>d</dl>x", "t\n: d\n\nx"],
		"scripts, styles and comments are left out": [
			"a<script>if (x < y) '</p>'</script><style>p{}</style><!-- <b> -->b",
			"ab",
		],
		"entities, known and unknown": [
			"&lt;&amp;&#39;&#x2F;&nbsp;&hellip;&bogus;&toString;&constructor;",
			"<&'/ …&bogus;&toString;&constructor;",
		],
		"a lone < is text": ["1 < 2 and a<b>c</b>", "1 < 2 and a**c**"],
		"end tags of nothing": ["</b></li></table>text</ul>", "text"],
		"elements named as properties of objects": ["<constructor>a</constructor><toString>b</toString>", "ab"],
		images: ['<img src="x.png"><img src="y.png" alt="A cat">', "![A cat]"],
	};

	test.each(Object.entries(cases))("%s", (_, [html, markdown]) => {
		expect(htmlMarkdown(html, { base })).toBe(markdown);
	});

	test("drop leaves out an element with everything in it", () => {
		const html = '<div>a<div class="x">b<div>c</div>d<br></div>e</div>';
		expect(htmlMarkdown(html, { drop: (_, attributes) => attributes.includes("x") })).toBe("a\n\ne");
	});

	test("only shows one element, and nothing without it", () => {
		const html = '<div>a<main id="m">b<main>c</main>d</main>e</div>';
		const only = (name: string, attributes: string) => name === "main" && attributes.includes("m");
		expect(htmlMarkdown(html, { only })).toBe("b\n\nc\n\nd");
		expect(htmlMarkdown("<p>login</p>", { only })).toBe("");
	});
});

describe("htmlMarkdown of hostile HTML", () => {
	const pieces: Readonly<Record<string, string>> = {
		"open tags": "<div><b>x <li>",
		"an attribute without end": "<a href='",
		quotes: "<blockquote>word ",
		tables: "<table><tr><td>",
		"open comments": "<!-- x ",
		"open scripts": "<script>",
		"end tags": "</div></b></li>",
		ampersands: "&&amp;&#",
		"angle brackets": "<<>",
		blanks: " \t\n",
		"pre with blanks": "<pre> \t",
	};

	test.each(Object.entries(pieces))("a megabyte of %s ends", (_, piece) => {
		const html = piece.repeat(Math.ceil(1_000_000 / piece.length));
		expect(htmlMarkdown(html).length).toBeLessThan(20 * html.length);
	});
});
