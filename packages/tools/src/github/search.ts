import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { JsonReader } from "../web/sites/handler/json-reader.ts";
import { day, joined, oneLine } from "../web/sites/handler/markdown-text.ts";
import { githubRemotes, parseRepo } from "./api/repository.ts";
import type { GithubParams } from "./github.ts";
import { type GithubOutput, type GithubWork, outside } from "./github-call.ts";

interface SearchKind {
	readonly name: string;
	readonly path: string;
	readonly term?: string;
	/** The qualifier of a date; absent where there is none. */
	readonly date?: Readonly<Record<"created" | "updated", string>>;
	readonly line: (item: JsonReader) => string;
}

const plainDates = { created: "created", updated: "updated" };

const kinds: Readonly<Record<string, SearchKind>> = {
	search_issues: { name: "issues", path: "issues", term: "is:issue", date: plainDates, line: threadLine },
	search_prs: { name: "pull requests", path: "issues", term: "is:pr", date: plainDates, line: threadLine },
	search_code: {
		name: "code",
		path: "code",
		line: (item) =>
			joined(" · ", `${item.text("repository", "full_name")}: ${item.text("path")}`, item.text("html_url")),
	},
	search_commits: {
		name: "commits",
		path: "commits",
		date: { created: "committer-date", updated: "committer-date" },
		line: (item) =>
			joined(
				" · ",
				`${item.text("sha")?.slice(0, 10)} ${oneLine(item.text("commit", "message")?.split("\n")[0] ?? "")}`,
				item.text("repository", "full_name"),
				item.text("commit", "author", "name"),
				day(item.text("commit", "committer", "date")),
				item.text("html_url"),
			),
	},
	search_repos: {
		name: "repositories",
		path: "repositories",
		date: { created: "created", updated: "pushed" },
		line: (item) =>
			joined(
				" · ",
				item.text("full_name"),
				oneLine(item.text("description") ?? ""),
				item.text("language"),
				`${item.number("stargazers_count") ?? 0} stars`,
				day(item.text("pushed_at")),
			),
	},
};

/** Searches GitHub, in the repository of the checkout unless the query says where. */
export async function searchGithub(work: GithubWork): Promise<GithubOutput> {
	const { params, api, deps } = work;
	const kind = kinds[params.op];
	if (!kind) throw new ToolError(`Unknown op: ${params.op}`);
	const query = params.query?.trim() ?? "";
	const date = dateTerm(params, kind, deps.workspace.now());
	const scope = await scopeTerm(work, query);
	if (query === "" && date === undefined && scope === undefined)
		throw new ToolError(`query is required for ${params.op}`);
	const q = [query, kind.term, scope, date].filter((term) => term !== undefined && term !== "").join(" ");
	const limit = Math.min(Math.max(1, Math.floor(params.limit ?? 10)), 50);
	const answer = await api.json(`/search/${kind.path}`, { q, per_page: limit });
	const items = answer.list("items").slice(0, limit);
	const total = answer.number("total_count") ?? items.length;
	const lines = [
		`# GitHub ${kind.name} search`,
		"",
		`Query: ${q}`,
		total > items.length ? `${items.length} of ${total} results` : `${total} result${total === 1 ? "" : "s"}`,
		...(answer.flag("incomplete_results") ? ["GitHub ran out of time: results may be missing."] : []),
		"",
		...items.map((item) => `- ${kind.line(item)}`),
	];
	const url = `https://github.com/search?q=${encodeURIComponent(q)}`;
	return outside(lines.join("\n").trimEnd(), url, params.repo === undefined ? {} : { repo: params.repo });
}

function threadLine(item: JsonReader): string {
	const repo = item.text("repository_url")?.replace(/^.*\/repos\//, "");
	const about = joined(
		", ",
		item.text("state"),
		item.text("user", "login"),
		`updated ${day(item.text("updated_at"))}`,
		...item.texts(["labels"], "name"),
	);
	return `${repo}#${item.text("number")} ${oneLine(item.text("title") ?? "")} (${about}) ${item.text("html_url") ?? ""}`;
}

async function scopeTerm({ params, here }: GithubWork, query: string): Promise<string | undefined> {
	if (params.repo !== undefined) return `repo:${parseRepo(params.repo, here.env)}`;
	if (params.op === "search_repos" || /(?:^|\s)-?(?:repo|org|user|owner):/.test(query)) return undefined;
	const [remote] = await githubRemotes(here);
	return remote && `repo:${remote.repo}`;
}

function dateTerm(params: GithubParams, kind: SearchKind, now: number): string | undefined {
	const { since, until, dateField = "created" } = params;
	if (since === undefined && until === undefined) return undefined;
	if (!kind.date) throw new ToolError("since and until are not for search_code: GitHub has no dates of code");
	const name = kind.date[dateField];
	const from = since === undefined ? undefined : parseMoment(since, now, "since");
	const to = until === undefined ? undefined : parseMoment(until, now, "until");
	if (from !== undefined && to !== undefined) return `${name}:${from}..${to}`;
	return from === undefined ? `${name}:<=${to}` : `${name}:>=${from}`;
}

const unitMs: Readonly<Record<string, number>> = {
	h: 3_600_000,
	d: 86_400_000,
	w: 7 * 86_400_000,
};

/** `3d`, `12h`, `2w`, `2mo`, `1y` ago, or a date. */
export function parseMoment(input: string, now: number, field: string): string {
	const text = input.trim();
	const [, count = "", unit = ""] = /^(\d{1,5})\s*(h|d|w|mo|y)$/i.exec(text) ?? [];
	if (count !== "") {
		const date = new Date(now);
		const ms = unitMs[unit.toLowerCase()];
		if (ms !== undefined) date.setTime(now - Number(count) * ms);
		else date.setUTCMonth(date.getUTCMonth() - Number(count) * (unit.toLowerCase() === "y" ? 12 : 1));
		return isoSeconds(date);
	}
	if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
	const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(time))
		throw new ToolError(`${field} is not a date: ${input}. Write 3d, 12h, 2w, 2mo, 1y or 2026-01-31`);
	return isoSeconds(new Date(time));
}

function isoSeconds(date: Date): string {
	return `${date.toISOString().slice(0, 19)}Z`;
}
