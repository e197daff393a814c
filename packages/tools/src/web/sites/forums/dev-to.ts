import { askJson } from "../shared/ask-site.ts";
import { cardResult } from "../shared/card.ts";
import { type Comment, commentHead, commentTree } from "../shared/comment-tree.ts";
import { htmlMarkdown } from "../shared/html-markdown.ts";
import type { JsonReader } from "../shared/json-reader.ts";
import { day } from "../shared/markdown-text.ts";
import type { SiteRender } from "../site-handler.ts";

export const renderDevTo: SiteRender = async (url, site) => {
	const [, user, slug] = /^\/([\w-]+)\/([\w-]+)\/?$/.exec(url.pathname) ?? [];
	if (user === undefined || slug === undefined || /^(?:t|tags|search|settings|api|videos|podcasts)$/.test(user))
		return undefined;
	const article = await askJson(site, `https://dev.to/api/articles/${user}/${slug}`);
	const [id, text] = [article?.text("id"), article?.text("body_markdown")];
	if (!article || id === undefined || text === undefined) return undefined;
	const comments =
		(article.number("comments_count") ?? 0) > 0
			? await askJson(site, `https://dev.to/api/comments?a_id=${encodeURIComponent(id)}`)
			: undefined;
	const tree = commentTree(
		(comments?.list() ?? []).map((comment) => commentOf(comment, 0)),
		(html) => htmlMarkdown(html, "https://dev.to/"),
	);
	return cardResult({
		title: article.text("title"),
		facts: {
			Author: article.text("user", "name"),
			Published: day(article.text("published_at")),
			Tags: article.text("tag_list") ?? article.texts(["tags"]),
			Reactions: article.number("positive_reactions_count"),
			Original: article.text("canonical_url"),
		},
		text,
		sections: { Comments: tree.markdown },
		notes: tree.notes,
	});
};

const maxNesting = 50;

function commentOf(comment: JsonReader, depth: number): Comment {
	return {
		head: commentHead(comment.text("user", "username"), day(comment.text("created_at"))),
		text: comment.text("body_html"),
		replies: depth < maxNesting ? comment.list("children").map((child) => commentOf(child, depth + 1)) : [],
	};
}
