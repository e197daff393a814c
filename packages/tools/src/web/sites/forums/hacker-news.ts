import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { type Comment, commentHead, commentTree, points } from "../handler/comment-tree.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, link, whole } from "../handler/markdown-text.ts";
import type { SiteRender, SiteRequest, SiteResult } from "../handler/site-handler.ts";

const origin = "https://news.ycombinator.com/";
const api = "https://hn.algolia.com/api/v1";

/** Lists of stories, and how the search API names them. */
const lists: Readonly<Record<string, readonly [title: string, query: string]>> = {
	"/": ["Front page", "search?tags=front_page&hitsPerPage=30"],
	"/news": ["Front page", "search?tags=front_page&hitsPerPage=30"],
	"/newest": ["New stories", "search_by_date?tags=story&hitsPerPage=30"],
	"/ask": ["Ask HN", "search_by_date?tags=ask_hn&hitsPerPage=30"],
	"/show": ["Show HN", "search_by_date?tags=show_hn&hitsPerPage=30"],
	"/jobs": ["Jobs", "search_by_date?tags=job&hitsPerPage=30"],
};

export const renderHackerNews: SiteRender = async (url, site) => {
	const id = /^\d{1,12}$/.exec(url.searchParams.get("id") ?? "")?.[0];
	if (url.pathname === "/item" && id !== undefined) return itemPage(id, site);
	const list = url.search === "" ? lists[url.pathname] : undefined;
	return list ? listPage(list[0], list[1], site) : undefined;
};

async function itemPage(id: string, site: SiteRequest): Promise<SiteResult | undefined> {
	const item = await askJson(site, `${api}/items/${id}`);
	const author = item?.text("author");
	if (!item || author === undefined) return undefined;
	const text = item.text("text");
	const story = item.text("title") ?? item.text("story_title");
	const tree = commentTree(
		item.list("children").map((child) => parseComment(child, 0)),
		(html) => htmlMarkdown(html, origin),
	);
	return cardResult({
		title: item.text("title") ?? `Comment by ${author}${story === undefined ? "" : ` on “${story}”`}`,
		facts: {
			Link: item.text("url"),
			Points: item.number("points"),
			Author: author,
			Date: day(item.text("created_at")),
			Story:
				item.text("type") === "comment"
					? whole`https://news.ycombinator.com/item?id=${item.text("story_id")}`
					: undefined,
		},
		sections: {
			Text: text === undefined ? undefined : htmlMarkdown(text, origin),
			Comments: tree.markdown,
		},
		notes: tree.notes,
	});
}

/** Comments nested deeper than this are no conversation. */
const maxNesting = 200;

function parseComment(item: JsonReader, depth: number): Comment {
	return {
		head: commentHead(item.text("author"), day(item.text("created_at"))),
		text: item.text("text"),
		replies: depth < maxNesting ? item.list("children").map((child) => parseComment(child, depth + 1)) : [],
	};
}

async function listPage(title: string, query: string, site: SiteRequest): Promise<SiteResult | undefined> {
	const answer = await askJson(site, `${api}/${query}`);
	const stories = (answer?.list("hits") ?? []).flatMap((hit) => {
		const name = hit.text("title");
		const id = hit.text("objectID");
		if (name === undefined || id === undefined) return [];
		const comments = points(hit.number("num_comments"), "comment");
		const about = joined(", ", points(hit.number("points")), comments, hit.text("author"));
		const discussion = `https://news.ycombinator.com/item?id=${id}`;
		const address = hit.text("url");
		return [`${address === undefined ? name : link(name, address)} (${about}) ${discussion}`];
	});
	return stories.length === 0
		? undefined
		: cardResult({ title: `Hacker News: ${title}`, sections: { Stories: stories } });
}
