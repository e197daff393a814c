import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree, points } from "../handler/comment-tree.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, link } from "../handler/markdown-text.ts";
import type { SiteRender, SiteResult } from "../handler/site-handler.ts";

/** Reddit answers with JSON where `.json` is added to the address of a page. */
export const renderReddit: SiteRender = async (url, site) => {
	const path = url.pathname.replace(/\/+$/, "");
	const thread = /^(?:\/(?:r|user)\/[\w-]+)?\/comments\/\w+(?:\/[^/]*){0,2}$/.test(path);
	const listing = /^\/r\/[\w+]+(?:\/(?:hot|new|top|rising))?$/.test(path);
	if (!thread && !listing) return undefined;
	const json = await askJson(site, `https://www.reddit.com${path}.json?limit=${thread ? 200 : 30}&raw_json=1`);
	if (!json) return undefined;
	return thread ? threadPage(json) : listingPage(path, json);
};

function threadPage(json: JsonReader): SiteResult | undefined {
	const post = json.at(0, "data", "children", 0, "data");
	const comments = json.list(1, "data", "children");
	const tree = commentTree(comments.flatMap((comment) => parseComment(comment, 0)));
	const more = comments.filter((comment) => comment.text("kind") === "more").length > 0;
	return cardResult({
		title: post.text("title"),
		facts: {
			Subreddit: post.text("subreddit_name_prefixed"),
			Author: post.text("author"),
			Score: post.number("score"),
			Comments: post.number("num_comments"),
			Date: day(post.number("created_utc")),
			Flair: post.text("link_flair_text"),
			Link: post.flag("is_self") ? undefined : post.text("url"),
		},
		sections: { Text: post.text("selftext"), Comments: tree.markdown },
		notes: [...tree.notes, ...(more ? ["Reddit gave only part of the comments"] : [])],
	});
}

const maxNesting = 100;

function parseComment(thing: JsonReader, depth: number): readonly Comment[] {
	if (thing.text("kind") !== "t1") return [];
	const data = thing.at("data");
	return [
		{
			head: commentHead(data.text("author"), points(data.number("score")), day(data.number("created_utc"))),
			text: data.text("body"),
			replies:
				depth < maxNesting
					? data.list("replies", "data", "children").flatMap((reply) => parseComment(reply, depth + 1))
					: [],
		},
	];
}

function listingPage(path: string, json: JsonReader): SiteResult | undefined {
	const posts = json.list("data", "children").flatMap((child) => {
		const post = child.at("data");
		const title = post.text("title");
		if (title === undefined) return [];
		const comments = points(post.number("num_comments"), "comment");
		const about = joined(", ", points(post.number("score")), comments, post.text("author"));
		const permalink = post.text("permalink");
		const discussion = permalink === undefined ? undefined : `https://www.reddit.com${permalink}`;
		return [joined(" ", `${post.flag("is_self") ? title : link(title, post.text("url"))} (${about})`, discussion)];
	});
	return posts.length === 0 ? undefined : cardResult({ title: `Reddit: ${path.slice(1)}`, sections: { Posts: posts } });
}
