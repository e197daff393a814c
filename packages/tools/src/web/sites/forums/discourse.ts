import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { points } from "../handler/comment-tree.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import { day, joined, whole } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** A topic of a Discourse forum, whatever the forum is called. */
export const renderDiscourse: SiteRender = async (url, site) => {
	const [, id, post] = /^\/t\/(?:[^/]+\/)?(\d+)(?:\/(\d+))?\/?$/.exec(url.pathname) ?? [];
	if (id === undefined) return undefined;
	// The posts around the one that is named, or the first.
	const topic = await askJson(site, `${url.origin}/t/${joined("/", id, post)}.json`);
	const posts = topic?.list("post_stream", "posts") ?? [];
	if (!topic || topic.text("title") === undefined || posts.length === 0) return undefined;
	const texts = posts.flatMap((post) => {
		const html = post.text("cooked");
		const likes = post
			.list("actions_summary")
			.find((action) => action.number("id") === 2)
			?.number("count");
		const head = joined(
			" · ",
			post.text("username") ?? "[deleted]",
			day(post.text("created_at")),
			points(likes, "like"),
			post.flag("accepted_answer") ? "solution" : undefined,
		);
		return html === undefined ? [] : [`### ${head}\n\n${htmlMarkdown(html, url.origin)}`];
	});
	const total = topic.number("posts_count") ?? posts.length;
	const numbers = [posts[0], posts.at(-1)].map((edge) => edge?.text("post_number"));
	const range = whole`${numbers[0]} to ${numbers[1]}` ?? `${posts.length}`;
	return cardResult({
		title: topic.text("title"),
		facts: {
			Posts: total,
			Views: topic.number("views"),
			Likes: topic.number("like_count"),
			Tags: topic.list("tags").map((tag) => tag.text() ?? tag.text("name")),
			Created: day(topic.text("created_at")),
			Closed: topic.flag("closed"),
		},
		sections: { Posts: texts.join("\n\n") },
		notes:
			posts.length < total
				? [`Posts ${range} of ${total} are shown; the address of a later post shows those around it`]
				: [],
	});
};
