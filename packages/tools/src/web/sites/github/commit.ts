import { cardResult } from "../handler/card.ts";
import { day, oneLine, whole } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";
import { diffs } from "./pull.ts";

export async function commitPage(
	github: GithubRequest,
	repo: string,
	[sha = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const commit = await github.json(`${repo}/commits/${sha}`);
	const message = commit?.text("commit", "message");
	if (!commit || message === undefined) return undefined;
	const [subject = "", ...body] = message.split("\n");
	return cardResult({
		title: subject,
		summary: body.join("\n"),
		facts: {
			Repository: repo.slice("repos/".length),
			Commit: commit.text("sha"),
			Author: commit.text("commit", "author", "name"),
			Date: day(commit.text("commit", "author", "date")),
			Parents: commit.texts(["parents"], "sha"),
			Changes: `+${commit.number("stats", "additions") ?? 0} −${commit.number("stats", "deletions") ?? 0}`,
		},
		sections: { Diff: diffs(commit.list("files")) },
	});
}

export async function comparePage(
	github: GithubRequest,
	repo: string,
	[range = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const [base, head] = range.split(/\.{2,3}/);
	if (!base || !head) return undefined;
	const path = `${repo}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
	const comparison = await github.json(path);
	if (comparison?.text("status") === undefined) return undefined;
	return cardResult({
		title: `${repo.slice("repos/".length)}: ${base}...${head}`,
		facts: { Status: comparison.text("status"), Commits: comparison.number("total_commits") },
		sections: {
			Commits: comparison.list("commits").map((commit) => {
				const subject = oneLine(commit.text("commit", "message")?.split("\n")[0] ?? "");
				return whole`${commit.text("sha")?.slice(0, 8)} ${subject} (${commit.text("commit", "author", "name")})`;
			}),
			Diff: diffs(comparison.list("files")),
		},
	});
}
