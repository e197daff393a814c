import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { commentNotes, commentSections } from "../../web/sites/github/issue.ts";
import { fileLine } from "../../web/sites/github/pull.ts";
import { cardResult } from "../../web/sites/handler/card.ts";
import type { JsonReader } from "../../web/sites/handler/json-reader.ts";
import { day, joined, oneLine } from "../../web/sites/handler/markdown-text.ts";
import { GhError, type GithubApi } from "./github-cli.ts";

export type ThreadKind = "issue" | "pr";

export interface ThreadOptions {
	readonly comments: boolean;
}

export interface ListOptions {
	readonly state?: string | undefined;
	readonly limit?: number | undefined;
	readonly author?: string | undefined;
	readonly label?: string | undefined;
}

const perPage = 100;
const previewedFiles = 50;
/** The API lists no more. */
const maxFiles = 3000;

/** An issue as Markdown. */
export async function issueText(api: GithubApi, repo: string, number: number, options: ThreadOptions): Promise<string> {
	const path = `repos/${repo}/issues/${number}`;
	const [issue, comments] = await Promise.all([
		api.json(path),
		options.comments ? api.json(`${path}/comments`, { per_page: perPage }) : undefined,
	]);
	const total = issue.number("comments") ?? 0;
	const isPull = issue.at("pull_request").value !== undefined;
	return markdown({
		title: `#${number} ${issue.text("title") ?? "(no title)"}`,
		facts: {
			Repository: repo,
			Kind: isPull ? `pull request: see pr://${repo}/${number}` : undefined,
			State: [issue.text("state"), issue.text("state_reason")],
			Author: issue.text("user", "login"),
			Created: day(issue.text("created_at")),
			Updated: day(issue.text("updated_at")),
			Closed: day(issue.text("closed_at")),
			Labels: issue.texts(["labels"], "name"),
			Assignees: issue.texts(["assignees"], "login"),
			Milestone: issue.text("milestone", "title"),
			URL: issue.text("html_url"),
		},
		sections: { Description: issue.text("body"), Comments: commentSections(comments?.list() ?? []) },
		notes: comments ? commentNotes(comments.list(), total) : total > 0 ? [`${total} comments were left out`] : [],
	});
}

/** A pull request as Markdown, with the first of its files. */
export async function pullText(api: GithubApi, repo: string, number: number, options: ThreadOptions): Promise<string> {
	const path = `repos/${repo}/pulls/${number}`;
	const page = { per_page: perPage };
	const [pull, files, comments, reviews, remarks] = await Promise.all([
		api.json(path),
		api.json(`${path}/files`, { per_page: previewedFiles }),
		...(options.comments
			? [
					api.json(`repos/${repo}/issues/${number}/comments`, page),
					api.json(`${path}/reviews`, page),
					api.json(`${path}/comments`, page),
				]
			: []),
	]);
	const total = pull.number("changed_files") ?? files.list().length;
	const shown = files.list().slice(0, previewedFiles);
	return markdown({
		title: `#${number} ${pull.text("title") ?? "(no title)"}`,
		facts: {
			Repository: repo,
			State: pull.flag("merged") ? "merged" : pull.flag("draft") ? "draft" : pull.text("state"),
			Author: pull.text("user", "login"),
			Branches: joined(" → ", pull.text("head", "label"), pull.text("base", "ref")),
			Created: day(pull.text("created_at")),
			Updated: day(pull.text("updated_at")),
			Merged: day(pull.text("merged_at")),
			Mergeable: pull.text("mergeable_state"),
			Labels: pull.texts(["labels"], "name"),
			Reviewers: pull.texts(["requested_reviewers"], "login"),
			Changes: `+${pull.number("additions") ?? 0} −${pull.number("deletions") ?? 0} in ${total} files`,
			URL: pull.text("html_url"),
		},
		sections: {
			Description: pull.text("body"),
			[`Files (pr://${repo}/${number}/diff/<i>)`]: shown.map((file, at) => `${at + 1}. ${fileLine(file)}`).join("\n"),
			Comments: commentSections(comments?.list() ?? []),
			Reviews: commentSections(reviews?.list() ?? []),
			"Comments on lines": commentSections(remarks?.list() ?? []),
		},
		notes: [
			...(comments ? commentNotes(comments.list(), pull.number("comments") ?? 0) : []),
			...(shown.length < total
				? [`The first ${shown.length} of ${total} files are shown: pr://${repo}/${number}/diff`]
				: []),
		],
	});
}

/** Issues or pull requests, newest first. */
export async function listText(
	api: GithubApi,
	repo: string,
	kind: ThreadKind,
	{ state = "open", limit = 30, author, label }: ListOptions,
): Promise<string> {
	if (!["open", "closed", "all", "merged"].includes(state)) {
		throw new ToolError(`Unknown state: ${state}. Use open, closed${kind === "pr" ? ", merged" : ""} or all`);
	}
	const quoted = (text: string) => (/\s/.test(text) ? `"${text.replaceAll('"', "")}"` : text);
	const terms = [
		`repo:${repo}`,
		`is:${kind}`,
		...(state === "all" ? [] : [`is:${state}`]),
		...(author === undefined ? [] : [`author:${quoted(author)}`]),
		...(label === undefined ? [] : label.split(",").map((one) => `label:${quoted(one.trim())}`)),
	];
	const answer = await api.json("search/issues", {
		q: terms.join(" "),
		sort: "created",
		order: "desc",
		per_page: Math.min(Math.max(1, Math.floor(limit)), 100),
	});
	const name = kind === "issue" ? "issues" : "pull requests";
	const items = answer.list("items");
	const lines = items.map((item) => {
		const about = joined(
			", ",
			item.text("state"),
			item.text("user", "login"),
			day(item.text("created_at")),
			...item.texts(["labels"], "name"),
		);
		return `- ${kind}://${repo}/${item.text("number")} ${oneLine(item.text("title") ?? "")} (${oneLine(about)})`;
	});
	const total = answer.number("total_count") ?? items.length;
	const more =
		total > items.length
			? [`${items.length} of ${total} are shown; ?limit=100, ?author=, ?label=, ?state= narrow it.`]
			: [];
	return [
		`# ${repo}: ${state} ${name}`,
		"",
		...(lines.length > 0 ? lines : [`There are no ${state} ${name}.`]),
		"",
		...more,
	]
		.join("\n")
		.trimEnd();
}

/** The files of a pull request, page by page. */
async function pullFiles(api: GithubApi, repo: string, number: number): Promise<readonly JsonReader[]> {
	const files: JsonReader[] = [];
	for (let page = 1; files.length < maxFiles; page++) {
		const next = (await api.json(`repos/${repo}/pulls/${number}/files`, { per_page: perPage, page })).list();
		files.push(...next);
		if (next.length < perPage) break;
	}
	return files.slice(0, maxFiles);
}

/** `/diff`: the files; `/diff/<i>`: one of them, from 1; `/diff/all`: everything as one diff. */
export async function diffText(api: GithubApi, repo: string, number: number, part: string): Promise<string> {
	if (part === "all") return wholeDiff(api, repo, number);
	const files = await pullFiles(api, repo, number);
	if (part === "") {
		const lines = files.map((file, at) => `${at + 1}. ${fileLine(file)}`);
		return [
			`# ${repo}#${number}: ${files.length} files`,
			"",
			...lines,
			"",
			`One file: pr://${repo}/${number}/diff/<i>, all: pr://${repo}/${number}/diff/all`,
		].join("\n");
	}
	const at = Number(part);
	const file = Number.isInteger(at) ? files[at - 1] : undefined;
	if (!file)
		throw new ToolError(`pr://${repo}/${number} has ${files.length} files; ${part} is none of 1-${files.length}`);
	return fileDiff(file);
}

/** GitHub gives no diff over 20,000 lines; the files have theirs then. */
async function wholeDiff(api: GithubApi, repo: string, number: number): Promise<string> {
	try {
		return await api.text(`repos/${repo}/pulls/${number}`, "application/vnd.github.v3.diff");
	} catch (error) {
		if (!(error instanceof GhError) || (error.status !== 406 && error.status !== 422)) throw error;
		return (await pullFiles(api, repo, number)).map(fileDiff).join("\n");
	}
}

function fileDiff(file: JsonReader): string {
	const name = file.text("filename") ?? "?";
	const before = file.text("previous_filename") ?? name;
	const patch = file.text("patch");
	const status = file.text("status");
	return [
		`diff --git a/${before} b/${name}`,
		...(status === "added" || status === "removed" || status === "renamed" ? [`# ${status}`] : []),
		`--- ${status === "added" ? "/dev/null" : `a/${before}`}`,
		`+++ ${status === "removed" ? "/dev/null" : `b/${name}`}`,
		patch ?? "# no text diff: binary, too large or only renamed",
		"",
	].join("\n");
}

function markdown(card: Parameters<typeof cardResult>[0]): string {
	const made = cardResult(card);
	const notes = made?.notes?.map((note) => `\n[${note}]`).join("") ?? "";
	return `${made?.markdown ?? ""}${notes}`;
}
