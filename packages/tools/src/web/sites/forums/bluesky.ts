import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree, points } from "../handler/comment-tree.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined } from "../handler/markdown-text.ts";
import type { SiteRender, SiteRequest, SiteResult } from "../handler/site-handler.ts";

const api = "https://public.api.bsky.app/xrpc";

export const renderBluesky: SiteRender = async (url, site) => {
	const [, actor, post] = /^\/profile\/([\w.:-]+)(?:\/post\/(\w+))?\/?$/.exec(url.pathname) ?? [];
	if (actor === undefined) return undefined;
	return post === undefined ? profilePage(actor, site) : postPage(actor, post, site);
};

async function postPage(actor: string, id: string, site: SiteRequest): Promise<SiteResult | undefined> {
	const uri = encodeURIComponent(`at://${actor}/app.bsky.feed.post/${id}`);
	const thread = (await askJson(site, `${api}/app.bsky.feed.getPostThread?uri=${uri}&depth=10&parentHeight=10`))?.at(
		"thread",
	);
	const post = thread?.at("post");
	if (!thread || post?.text("author", "handle") === undefined) return undefined;
	const tree = commentTree(thread.list("replies").map((reply) => parseComment(reply, 0)));
	return cardResult({
		title: joined(" ", post.text("author", "displayName"), `@${post.text("author", "handle")}`),
		facts: {
			Date: day(post.text("record", "createdAt")),
			Likes: post.number("likeCount"),
			Reposts: post.number("repostCount"),
			Replies: post.number("replyCount"),
			Link: post.text("embed", "external", "uri"),
		},
		text: postText(post),
		sections: { "Earlier in the thread": parents(thread), Replies: tree.markdown },
		notes: tree.notes,
	});
}

function postText(post: JsonReader): string {
	const images = post.texts(["embed", "images"], "alt").map((alt) => `![${alt}]`);
	return joined("\n\n", post.text("record", "text"), ...images);
}

const maxNesting = 20;

function parseComment(view: JsonReader, depth: number): Comment {
	const post = view.at("post");
	return {
		head: commentHead(
			post.text("author", "handle"),
			points(post.number("likeCount"), "like"),
			day(post.text("record", "createdAt")),
		),
		text: postText(post),
		replies: depth < maxNesting ? view.list("replies").map((reply) => parseComment(reply, depth + 1)) : [],
	};
}

function parents(thread: JsonReader): readonly string[] {
	const lines: string[] = [];
	for (
		let parent = thread.at("parent");
		parent.text("post", "author", "handle") !== undefined && lines.length < maxNesting;
	) {
		lines.unshift(`**${parent.text("post", "author", "handle")}**: ${postText(parent.at("post"))}`);
		parent = parent.at("parent");
	}
	return lines;
}

async function profilePage(actor: string, site: SiteRequest): Promise<SiteResult | undefined> {
	const [profile, feed] = await Promise.all([
		askJson(site, `${api}/app.bsky.actor.getProfile?actor=${encodeURIComponent(actor)}`),
		askJson(site, `${api}/app.bsky.feed.getAuthorFeed?actor=${encodeURIComponent(actor)}&limit=20`),
	]);
	const handle = profile?.text("handle");
	if (!profile || handle === undefined) return undefined;
	return cardResult({
		title: joined(" ", profile.text("displayName"), `@${handle}`),
		summary: profile.text("description"),
		facts: {
			Followers: profile.number("followersCount"),
			Following: profile.number("followsCount"),
			Posts: profile.number("postsCount"),
		},
		sections: {
			"Latest posts": (feed?.list("feed") ?? []).map((item) => {
				const post = item.at("post");
				const text = postText(post);
				return text === "" ? undefined : joined(": ", day(post.text("record", "createdAt")), text);
			}),
		},
	});
}
