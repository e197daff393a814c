import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree, points } from "../handler/comment-tree.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** A post of a Mastodon server, whatever the server is called. */
export const renderMastodon: SiteRender = async (url, site) => {
	const id = /^\/@[\w.@-]+\/(\d{8,20})\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const status = await askJson(site, `${url.origin}/api/v1/statuses/${id}`);
	const [author, html] = [status?.text("account", "acct"), status?.text("content")];
	if (!status || author === undefined || html === undefined) return undefined;
	const context = await askJson(site, `${url.origin}/api/v1/statuses/${id}/context`);
	const before = (context?.list("ancestors") ?? []).map(
		(post) => `**${post.text("account", "acct") ?? "?"}**: ${postText(post)}`,
	);
	const tree = commentTree(replies(context?.list("descendants") ?? [], id));
	return cardResult({
		title: `${status.text("account", "display_name") ?? author} (@${author})`,
		facts: {
			Date: day(status.text("created_at")),
			Replies: status.number("replies_count"),
			Boosts: status.number("reblogs_count"),
			Favorites: status.number("favourites_count"),
			"Content warning": status.text("spoiler_text"),
		},
		text: postText(status),
		sections: { "Earlier in the thread": before, Replies: tree.markdown },
		notes: tree.notes,
	});
};

/** Links in posts are whole addresses. */
const anywhere = "https://mastodon.social/";

function postText(post: JsonReader): string {
	const media = post.texts(["media_attachments"], "description").map((text) => `![${text}]`);
	return joined("\n\n", htmlMarkdown(post.text("content") ?? "", anywhere), ...media);
}

/** Replies come flat, each with the post it answers. */
function replies(posts: readonly JsonReader[], parent: string): readonly Comment[] {
	const byId = new Map<string, Comment & { readonly replies: Comment[] }>();
	const roots: Comment[] = [];
	for (const post of posts) {
		const comment = {
			head: commentHead(post.text("account", "acct"), day(post.text("created_at"))),
			text: postText(post),
			replies: [],
		};
		const answered = post.text("in_reply_to_id");
		// A reply comes after what it answers, so that no circle can arise.
		const target = answered === undefined || answered === parent ? roots : (byId.get(answered)?.replies ?? roots);
		target.push(comment);
		const id = post.text("id");
		if (id !== undefined && !byId.has(id)) byId.set(id, comment);
	}
	return roots;
}

/** A post of a Lemmy server. */
export const renderLemmy: SiteRender = async (url, site) => {
	const id = /^\/post\/(\d+)\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const [json, list] = await Promise.all([
		askJson(site, `${url.origin}/api/v3/post?id=${id}`),
		askJson(site, `${url.origin}/api/v3/comment/list?post_id=${id}&type_=All&sort=Hot&limit=50&max_depth=8`),
	]);
	const view = json?.at("post_view");
	if (!view) return undefined;
	const tree = commentTree(byPath(list?.list("comments") ?? []));
	return cardResult({
		title: view.text("post", "name"),
		facts: {
			Community: view.text("community", "name"),
			Author: view.text("creator", "name"),
			Date: day(view.text("post", "published")),
			Score: view.number("counts", "score"),
			Comments: view.number("counts", "comments"),
			Link: view.text("post", "url"),
		},
		text: view.text("post", "body"),
		sections: { Comments: tree.markdown },
		notes: tree.notes,
	});
};

/** The path of a comment names those it answers: `0.12.34`. */
function byPath(views: readonly JsonReader[]): readonly Comment[] {
	const roots: Comment[] = [];
	const known = new Map<string, Comment[]>();
	const depth = (view: JsonReader) => (view.text("comment", "path") ?? "").split(".").length;
	for (const view of views.toSorted((one, other) => depth(one) - depth(other))) {
		const path = view.text("comment", "path") ?? "";
		const comment = {
			head: commentHead(
				view.text("creator", "name"),
				points(view.number("counts", "score")),
				day(view.text("comment", "published")),
			),
			text: view.flag("comment", "deleted") ? undefined : view.text("comment", "content"),
			replies: [],
		};
		(known.get(path.slice(0, Math.max(0, path.lastIndexOf(".")))) ?? roots).push(comment);
		if (path !== "" && !known.has(path)) known.set(path, comment.replies);
	}
	return roots;
}
