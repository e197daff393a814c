import { listItem } from "./markdown-text.ts";

export interface Comment {
	/** Who and when: `**alice** (12 points, 2024-05-01)`. */
	readonly head: string;
	/** A comment without text shows its replies alone. */
	readonly text: string | undefined;
	readonly replies: readonly Comment[];
}

export interface CommentTree {
	readonly markdown: string;
	readonly notes: readonly string[];
}

const maxComments = 300;
/** Replies below this depth stay at it, so that lines keep room for words. */
const maxDepth = 10;

/** Comments as nested lists, in the order of the site. Their texts are made Markdown as far as they are shown. */
export function commentTree(
	comments: readonly Comment[],
	toMarkdown: (text: string) => string = (text) => text,
): CommentTree {
	const lines: string[] = [];
	let left = 0;
	// A stack of our own: a thread may be deeper than calls can be.
	const open = comments.map((comment) => ({ comment, depth: 0 })).reverse();
	for (let next = open.pop(); next; next = open.pop()) {
		const { comment, depth } = next;
		const text = comment.text?.trim() ?? "";
		if (text !== "" && lines.length >= maxComments) left++;
		else if (text !== "") {
			const item = listItem(`${comment.head}\n${toMarkdown(text)}`);
			lines.push(item.replace(/^(?=.)/gm, "  ".repeat(depth)));
		}
		const inner = text === "" ? depth : Math.min(depth + 1, maxDepth);
		for (const reply of comment.replies.toReversed()) open.push({ comment: reply, depth: inner });
	}
	return {
		markdown: lines.join("\n"),
		notes: left > 0 ? [`The first ${maxComments} of ${maxComments + left} comments are shown`] : [],
	};
}

/** `**alice** (12 points, 2024-05-01)` */
export function commentHead(author: string | undefined, ...about: readonly (string | undefined)[]): string {
	const facts = about.filter((part) => part !== undefined);
	return `**${author ?? "[deleted]"}**${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

/** `1 point`, `12 points` */
export function points(count: number | undefined, noun = "point"): string | undefined {
	return count === undefined ? undefined : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
