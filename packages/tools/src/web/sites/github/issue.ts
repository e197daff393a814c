import { cardResult } from "../shared/card.ts";
import type { JsonReader } from "../shared/json-reader.ts";
import { day, joined, link, oneLine, whole } from "../shared/markdown-text.ts";
import type { SiteResult } from "../site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

export const commentsPerPage = 100;

export async function issuePage(
	github: GithubRequest,
	repo: string,
	[number = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const [issue, comments] = await Promise.all([
		github.json(`${repo}/issues/${number}`),
		github.json(`${repo}/issues/${number}/comments?per_page=${commentsPerPage}`),
	]);
	if (!issue || issue.text("title") === undefined) return undefined;
	const total = issue.number("comments") ?? 0;
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
			Comments: comments ? commentSections(comments.list()) : undefined,
		},
		notes: commentNotes(comments, total),
	});
}

/** What is missing of the comments. */
export function commentNotes(comments: JsonReader | undefined, total: number): readonly string[] {
	if (!comments) return total > 0 ? ["The comments could not be read"] : [];
	const shown = comments.list().length;
	return shown < total ? [`The first ${shown} of ${total} comments are shown`] : [];
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
