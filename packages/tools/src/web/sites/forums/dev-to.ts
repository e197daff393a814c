import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree } from "../handler/comment-tree.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

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
		(comments?.list() ?? []).map((comment) => parseComment(comment, 0)),
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

function parseComment(comment: JsonReader, depth: number): Comment {
	return {
		head: commentHead(comment.text("user", "username"), day(comment.text("created_at"))),
		text: comment.text("body_html"),
		replies: depth < maxNesting ? comment.list("children").map((child) => parseComment(child, depth + 1)) : [],
	};
}
