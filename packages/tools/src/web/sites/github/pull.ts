import { cardResult } from "../handler/card.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { codeBlock, day } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";
import { allComments, commentNotes, commentSections, commentsAddress, commentsPerPage } from "./issue.ts";

export async function pullPage(
	github: GithubRequest,
	repo: string,
	[number = "", tab = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const page = `per_page=${commentsPerPage}`;
	const withDiff = tab === "files" || tab === "changes";
	const [pull, first, reviews, remarks, files] = await Promise.all([
		github.json(`${repo}/pulls/${number}`),
		withDiff ? undefined : github.json(commentsAddress(repo, number)),
		withDiff ? undefined : github.json(`${repo}/pulls/${number}/reviews?${page}`),
		withDiff ? undefined : github.json(`${repo}/pulls/${number}/comments?${page}`),
		github.json(`${repo}/pulls/${number}/files?${page}`),
	]);
	if (!pull || pull.text("title") === undefined) return undefined;
	const commentCount = pull.number("comments") ?? 0;
	const comments = await allComments(github, commentsAddress(repo, number), first, commentCount);
	const state = pull.flag("merged") ? "merged" : pull.flag("draft") ? "draft" : pull.text("state");
	const changed = files?.list() ?? [];
	const total = pull.number("changed_files") ?? changed.length;
	return cardResult({
		title: `${pull.text("title")} #${number}`,
		facts: {
			Repository: repo.slice("repos/".length),
			State: state,
			Author: pull.text("user", "login"),
			Branches: branches(pull),
			Created: day(pull.text("created_at")),
			Merged: day(pull.text("merged_at")),
			Labels: pull.texts(["labels"], "name"),
			Reviewers: pull.texts(["requested_reviewers"], "login"),
			Commits: pull.number("commits"),
			Changes: `+${pull.number("additions") ?? 0} −${pull.number("deletions") ?? 0} in ${total} files`,
		},
		sections: {
			Description: pull.text("body"),
			...(withDiff ? { Diff: diffs(changed) } : { Files: changed.map(fileLine) }),
			Comments: commentSections(comments ?? []),
			Reviews: commentSections(reviews?.list() ?? []),
			"Comments on lines": commentSections(remarks?.list() ?? []),
		},
		notes: [
			...(withDiff ? [] : commentNotes(comments, commentCount)),
			...(changed.length < total ? [`The first ${changed.length} of ${total} files are shown`] : []),
		],
	});
}

function branches(pull: JsonReader): string | undefined {
	const [head, base] = [pull.text("head", "label"), pull.text("base", "ref")];
	return head === undefined || base === undefined ? undefined : `${head} → ${base}`;
}

export function fileLine(file: JsonReader): string {
	const from = file.text("previous_filename");
	const name = file.text("filename") ?? "?";
	const counts = `+${file.number("additions") ?? 0} −${file.number("deletions") ?? 0}`;
	return `${file.text("status") ?? "changed"} ${from === undefined ? name : `${from} → ${name}`} (${counts})`;
}

/** GitHub leaves out the patch of a file that is binary or too large. */
export function diffs(files: readonly JsonReader[]): string {
	return files
		.map((file) => {
			const patch = file.text("patch");
			return `### ${fileLine(file)}${patch === undefined ? "" : `\n\n${codeBlock(patch, "diff")}`}`;
		})
		.join("\n\n");
}
