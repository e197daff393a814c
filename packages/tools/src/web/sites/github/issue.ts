import { cardResult } from "../handler/card.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, link, oneLine, whole } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

export const commentsPerPage = 100;
const maxCommentPages = 5;

export async function issuePage(
	github: GithubRequest,
	repo: string,
	[number = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const [issue, first] = await Promise.all([
		github.json(`${repo}/issues/${number}`),
		github.json(commentsAddress(repo, number)),
	]);
	if (!issue || issue.text("title") === undefined) return undefined;
	const total = issue.number("comments") ?? 0;
	const comments = await allComments(github, commentsAddress(repo, number), first, total);
	return cardResult({
		title: `${issue.text("title")} #${number}`,
		facts: {
			Repository: repo.slice("repos/".length),
			State: [issue.text("state"), issue.text("state_reason")],
			Author: issue.text("user", "login"),
			Created: day(issue.text("created_at")),
			Closed: day(issue.text("closed_at")),
			Labels: issue.texts(["labels"], "name"),
			Assignees: issue.texts(["assignees"], "login"),
			Milestone: issue.text("milestone", "title"),
			Comments: total,
		},
		sections: {
			Description: issue.text("body"),
			Comments: comments && commentSections(comments),
		},
		notes: commentNotes(comments, total),
	});
}

export function commentsAddress(repo: string, number: string): string {
	return `${repo}/issues/${number}/comments?per_page=${commentsPerPage}`;
}

/** The first page and those after it, up to one that is missing. */
export async function allComments(
	github: GithubRequest,
	address: string,
	first: JsonReader | undefined,
	total: number,
): Promise<readonly JsonReader[] | undefined> {
	if (!first || total <= commentsPerPage) return first?.list();
	const last = Math.min(Math.ceil(total / commentsPerPage), maxCommentPages);
	const numbers = Array.from({ length: last - 1 }, (_, index) => index + 2);
	const pages = [first, ...(await Promise.all(numbers.map((number) => github.json(`${address}&page=${number}`))))];
	const missing = pages.indexOf(undefined);
	return pages.slice(0, missing < 0 ? pages.length : missing).flatMap((page) => page?.list() ?? []);
}

/** What is missing of the comments. */
export function commentNotes(comments: readonly JsonReader[] | undefined, total: number): readonly string[] {
	if (!comments) return total > 0 ? ["The comments could not be read"] : [];
	return comments.length < total ? [`The first ${comments.length} of ${total} comments are shown`] : [];
}

/** Each comment under its author and day. */
export function commentSections(comments: readonly JsonReader[]): string {
	return comments
		.flatMap((comment) => {
			const body = comment.text("body");
			if (body === undefined) return [];
			const place = comment.text("path");
			const line = comment.number("line") ?? comment.number("original_line");
			const head = joined(
				" · ",
				comment.text("user", "login") ?? "ghost",
				day(comment.text("created_at") ?? comment.text("submitted_at")),
				comment.text("author_association") === "MEMBER" ? "member" : undefined,
				comment.text("state")?.toLowerCase().replaceAll("_", " "),
				place === undefined ? undefined : `on \`${joined(":", place, line?.toString())}\``,
			);
			return [`### ${head}\n\n${body.trim()}`];
		})
		.join("\n\n");
}

/** Open issues or pull requests, newest first. */
export async function issueListPage(
	github: GithubRequest,
	repo: string,
	[kind = ""]: readonly string[],
	url: URL,
): Promise<SiteResult | undefined> {
	// A filter of the page has a language of its own.
	if (url.searchParams.has("q")) return undefined;
	const list = await github.json(`${repo}/${kind}?per_page=50`);
	if (!list) return undefined;
	const lines = list.list().flatMap((issue) => {
		const title = issue.text("title");
		if (title === undefined || (kind === "issues" && issue.at("pull_request").value !== undefined)) return [];
		const labels = issue.texts(["labels"], "name");
		const about = joined(", ", issue.text("user", "login"), day(issue.text("created_at")), ...labels);
		return [whole`#${issue.text("number")} ${link(title, issue.text("html_url"))} (${oneLine(about)})`];
	});
	if (lines.length === 0) return undefined;
	const heading = kind === "pulls" ? "Open pull requests" : "Open issues";
	return cardResult({
		title: `${repo.slice("repos/".length)}: ${heading.toLowerCase()}`,
		sections: { [heading]: lines },
	});
}
