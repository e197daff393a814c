import { expect, test } from "bun:test";
import { htmlMarkdown, htmlText } from "./html-markdown.ts";

const base = "https://example.org/docs/";

test("htmlMarkdown: comments as APIs give them, paragraphs without end tags", () => {
	const html = 'one &amp; <i>two</i><p>See <a href="../x">this</a><p><pre><code>a &lt; b\n</code></pre>';
	expect(htmlMarkdown(html, base)).toBe("one & *two*\n\nSee [this](https://example.org/x)\n\n```\na < b\n```");
});

test("htmlMarkdown: drop leaves out an element with everything in it", () => {
	const html = '<div>a<div class="x">b<div>c</div>d<br></div>e</div>';
	expect(htmlMarkdown(html, base, { drop: ({ attributes }) => attributes.class === "x" })).toBe("ae");
});

test("htmlMarkdown: only shows one element, and nothing without it", () => {
	const only = ({ attributes }: { readonly attributes: Readonly<Record<string, string>> }) => attributes.id === "m";
	expect(htmlMarkdown('<div>a<main id="m">b<main>c</main>d</main>e</div>', base, { only })).toBe("b\n\nc\n\nd");
	expect(htmlMarkdown("<p>login</p>", base, { only })).toBe("");
});

test("htmlText: the words of a title with entities", () => {
	expect(htmlText("Why is &quot;std::vector&lt;bool&gt;&quot; odd?")).toBe('Why is "std::vector<bool>" odd?');
});

test("htmlMarkdown: elements named as properties of objects are elements", () => {
	expect(htmlMarkdown("<constructor>a</constructor> &toString; <toString>b</toString>", base)).toBe(
		"a\n\n&toString;\n\nb",
	);
});
