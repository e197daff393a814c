import { cardResult } from "../handler/card.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, quoted } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

const query = `query($owner: String!, $name: String!, $number: Int!) {
	repository(owner: $owner, name: $name) {
		discussion(number: $number) {
			title body createdAt upvoteCount isAnswered
			author { login }
			category { name }
			comments(first: 50) {
				totalCount
				nodes {
					body createdAt upvoteCount isAnswer
					author { login }
					replies(first: 20) { nodes { body createdAt author { login } } }
				}
			}
		}
	}
}`;

/** Discussions are only in the GraphQL API, which needs a token. */
export async function discussionPage(
	github: GithubRequest,
	repo: string,
	[number = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const [, owner = "", name = ""] = repo.split("/");
	const answer = await github.graphql(query, { owner, name, number: Number(number) });
	const discussion = answer?.at("repository", "discussion");
	if (discussion?.text("title") === undefined) return undefined;
	const comments = discussion.list("comments", "nodes");
	const total = discussion.number("comments", "totalCount") ?? comments.length;
	return cardResult({
		title: `${discussion.text("title")} #${number}`,
		facts: {
			Repository: `${owner}/${name}`,
			Category: discussion.text("category", "name"),
			Author: discussion.text("author", "login"),
			Created: day(discussion.text("createdAt")),
			Upvotes: discussion.number("upvoteCount"),
			Answered: discussion.flag("isAnswered"),
		},
		sections: {
			Description: discussion.text("body"),
			Comments: comments.map(commentText).join("\n\n"),
		},
		notes: comments.length < total ? [`The first ${comments.length} of ${total} comments are shown`] : [],
	});
}

function commentText(comment: JsonReader): string {
	const answer = comment.flag("isAnswer") ? " · answer" : "";
	const replies = comment
		.list("replies", "nodes")
		.map((reply) => quoted(`${headOf(reply)}\n\n${reply.text("body") ?? ""}`));
	return [`### ${headOf(comment)}${answer}`, comment.text("body") ?? "", ...replies].join("\n\n");
}

function headOf(comment: JsonReader): string {
	return joined(" · ", comment.text("author", "login") ?? "ghost", day(comment.text("createdAt")));
}
