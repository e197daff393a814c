import { expect, test } from "bun:test";
import { type Comment, commentTree } from "./comment-tree.ts";

const comment = (text: string | undefined, ...replies: readonly Comment[]): Comment => ({
	head: "**a**",
	text,
	replies,
});

test("commentTree: a comment of several paragraphs stays in its item, a deleted one shows its replies", () => {
	const tree = commentTree([comment("one\n\ntwo", comment("reply")), comment(undefined, comment("kept"))]);
	expect(tree).toEqual({ markdown: "- **a**\n  one\n\n  two\n  - **a**\n    reply\n- **a**\n  kept", notes: [] });
});

test("commentTree: the first 300 comments are shown, and how many there are is said", () => {
	const { markdown, notes } = commentTree(Array.from({ length: 450 }, (_, index) => comment(`c${index}`)));
	expect(markdown.match(/^- /gm)?.length).toBe(300);
	expect(notes).toEqual(["The first 300 of 450 comments are shown"]);
});

test("commentTree: a thread of ten thousand replies to replies neither overflows nor indents out of sight", () => {
	let thread = comment("last");
	for (let depth = 0; depth < 10_000; depth++) thread = comment(`d${depth}`, thread);
	const { markdown } = commentTree([thread]);
	expect(Math.max(...markdown.split("\n").map((line) => line.search(/\S/)))).toBe(22);
});
