import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree, points } from "../handler/comment-tree.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, link } from "../handler/markdown-text.ts";
import type { SiteRender, SiteResult } from "../handler/site-handler.ts";

const origin = "https://lobste.rs/";
const lists: Readonly<Record<string, string>> = {
	"/": "hottest",
	"/hottest": "hottest",
	"/newest": "newest",
	"/active": "active",
};

export const renderLobsters: SiteRender = async (url, site) => {
	const story = /^\/s\/(\w+)(?:\/[^/]*)?\/?$/.exec(url.pathname)?.[1];
	if (story !== undefined) return storyPage(await askJson(site, `https://lobste.rs/s/${story}.json`));
	const list = lists[url.pathname] ?? /^\/(t\/[\w,.+-]+)\/?$/.exec(url.pathname)?.[1];
	return list === undefined ? undefined : listPage(list, await askJson(site, `https://lobste.rs/${list}.json`));
};

function storyPage(story: JsonReader | undefined): SiteResult | undefined {
	if (!story) return undefined;
	const tree = commentTree(nested(story.list("comments")));
	return cardResult({
		title: story.text("title"),
		facts: {
			Link: story.text("url"),
			Score: story.number("score"),
			Author: nameOf(story, "submitter_user"),
			Date: day(story.text("created_at")),
			Tags: story.texts(["tags"]),
		},
		sections: {
			Text: story.text("description_plain") ?? htmlMarkdown(story.text("description") ?? "", origin),
			Comments: tree.markdown,
		},
		notes: tree.notes,
	});
}

/** The comments come in order, each with its depth. */
function nested(comments: readonly JsonReader[]): readonly Comment[] {
	const roots: Comment[] = [];
	const path: { readonly replies: Comment[] }[] = [{ replies: roots }];
	for (const comment of comments) {
		const depth = Math.min(Math.max(0, Math.trunc(comment.number("depth") ?? 0)), path.length - 1);
		const replies: Comment[] = [];
		const html = comment.text("comment");
		path.length = depth + 1;
		path[depth]?.replies.push({
			head: commentHead(
				nameOf(comment, "commenting_user"),
				points(comment.number("score")),
				day(comment.text("created_at")),
			),
			text: comment.text("comment_plain") ?? (html === undefined ? undefined : htmlMarkdown(html, origin)),
			replies,
		});
		path.push({ replies });
	}
	return roots;
}

/** A user is a name, and was an object. */
function nameOf(json: JsonReader, field: string): string | undefined {
	return json.text(field) ?? json.text(field, "username");
}

function listPage(list: string, json: JsonReader | undefined): SiteResult | undefined {
	const stories = (json?.list() ?? []).flatMap((story) => {
		const title = story.text("title");
		if (title === undefined) return [];
		const comments = points(story.number("comment_count"), "comment");
		const about = joined(", ", points(story.number("score")), comments, ...story.texts(["tags"]));
		return [joined(" ", `${link(title, story.text("url"))} (${about})`, story.text("comments_url"))];
	});
	return stories.length === 0 ? undefined : cardResult({ title: `Lobsters: ${list}`, sections: { Stories: stories } });
}
