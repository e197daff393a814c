import { askJson, askMarkdown, askText } from "./handler/ask-site.ts";
import { cardResult } from "./handler/card.ts";
import { decodeParts } from "./handler/card-page.ts";
import type { JsonReader } from "./handler/json-reader.ts";
import { codeBlock, day, joined, link, oneLine, whole } from "./handler/markdown-text.ts";
import type { SiteRender, SiteRequest, SiteResult } from "./handler/site-handler.ts";

interface Project {
	/** `group/project` */
	readonly name: string;
	/** The project in the API. */
	readonly api: string;
	readonly origin: string;
	readonly site: SiteRequest;
}

type Page = (project: Project, parts: readonly string[]) => Promise<SiteResult | undefined>;

/** What follows `/group/project/-/`. */
const pages: readonly (readonly [RegExp, Page])[] = [
	[/^tree\/([^/]+)(?:\/(.*))?$/, folderPage],
	[/^(?:blob|raw|blame)\/([^/]+)\/(.+)$/, filePage],
	[/^(issues|merge_requests)\/(\d+)(?:\/(?:diffs|commits|pipelines))?$/, issuePage],
	[/^work_items\/(\d+)$/, (project, [number = ""]) => issuePage(project, ["issues", number])],
	[/^(issues|merge_requests)$/, issueListPage],
	[/^commit\/([0-9a-f]{7,40})$/, commitPage],
	[/^releases$/, releaseListPage],
	[/^releases\/([^/]+)$/, releasePage],
];

/** First parts of paths that are no groups. */
const reserved = /^(?:users|explore|help|dashboard|search|api|-|admin|projects|groups|profile|snippets)$/;

/** gitlab.com and servers of that name; a server that speaks another API leaves the handler in doubt. */
export const renderGitlab: SiteRender = async (url, site) => {
	const [, name = "", rest] = /^\/([\w.-]+(?:\/[\w.-]+)+?)(?:\/-\/(.+?))?\/?$/.exec(url.pathname) ?? [];
	if (name === "" || reserved.test(name.split("/")[0] ?? "")) return undefined;
	const project = { name, api: `${url.origin}/api/v4/projects/${encodeURIComponent(name)}`, origin: url.origin, site };
	if (rest === undefined) return projectPage(project);
	for (const [pattern, page] of pages) {
		const parts = decodeParts(pattern.exec(rest));
		if (parts) return page(project, parts);
	}
	return undefined;
};

async function projectPage({ api, site }: Project): Promise<SiteResult | undefined> {
	const json = await askJson(site, api);
	const branch = json?.text("default_branch");
	if (json?.text("path_with_namespace") === undefined) return undefined;
	const ref = branch === undefined ? undefined : encodeURIComponent(branch);
	const readmeFile = /\/-\/blob\/[^/]+\/(.+)$/.exec(json.text("readme_url") ?? "")?.[1];
	const [tree, readme] = await Promise.all([
		ref === undefined ? undefined : askJson(site, `${api}/repository/tree?per_page=100&ref=${ref}`),
		ref === undefined || readmeFile === undefined
			? undefined
			: askMarkdown(site, `${api}/repository/files/${encodeURIComponent(readmeFile)}/raw?ref=${ref}`),
	]);
	return cardResult({
		title: json.text("path_with_namespace"),
		summary: json.text("description"),
		facts: {
			Stars: json.number("star_count"),
			Forks: json.number("forks_count"),
			"Open issues": json.number("open_issues_count"),
			License: json.text("license", "name"),
			Topics: json.texts(["topics"]),
			"Default branch": branch,
			"Last activity": day(json.text("last_activity_at")),
			Archived: json.flag("archived"),
		},
		sections: { Files: tree && treeLines(tree), README: readme },
	});
}

function treeLines(tree: JsonReader): readonly (string | undefined)[] {
	return tree.list().map((item) => whole`${item.text("name")}${item.text("type") === "tree" ? "/" : ""}`);
}

async function folderPage({ name, api, site }: Project, [ref = "", path = ""]: readonly string[]) {
	const query = `per_page=100&ref=${encodeURIComponent(ref)}&path=${encodeURIComponent(path)}`;
	const tree = await askJson(site, `${api}/repository/tree?${query}`);
	const files = tree ? treeLines(tree).filter((line) => line !== undefined) : [];
	return files.length === 0
		? undefined
		: cardResult({ title: `${name}: ${path || "/"} at ${ref}`, sections: { Files: files } });
}

async function filePage({ name, api, site }: Project, [ref = "", path = ""]: readonly string[]) {
	const address = `${api}/repository/files/${encodeURIComponent(path)}/raw?ref=${encodeURIComponent(ref)}`;
	const text = await askText(site, address);
	if (text === undefined || text.includes("\0") || /^\s*<!doctype html/i.test(text)) return undefined;
	const contentType = /\.(?:md|markdown)$/i.test(path) ? "text/markdown" : "text/plain";
	return { markdown: text, title: `${name}/${path}`, contentType };
}

/** An issue or a merge request, which has a diff as well. */
async function issuePage({ name, api, site }: Project, [kind = "", number = ""]: readonly string[]) {
	const [json, notes, diffs] = await Promise.all([
		askJson(site, `${api}/${kind}/${number}`),
		askJson(site, `${api}/${kind}/${number}/notes?per_page=100&sort=asc&order_by=created_at`),
		kind === "merge_requests" ? askJson(site, `${api}/${kind}/${number}/diffs?per_page=100`) : undefined,
	]);
	const title = json?.text("title");
	if (!json || title === undefined) return undefined;
	const total = json.number("user_notes_count") ?? 0;
	return cardResult({
		title: `${title} ${kind === "issues" ? "#" : "!"}${number}`,
		facts: {
			Project: name,
			State: json.text("state"),
			Author: json.text("author", "username"),
			Branches: whole`${json.text("source_branch")} → ${json.text("target_branch")}`,
			Created: day(json.text("created_at")),
			Merged: day(json.text("merged_at")),
			Closed: day(json.text("closed_at")),
			Labels: json.texts(["labels"]),
			Assignees: json.texts(["assignees"], "username"),
			Milestone: json.text("milestone", "title"),
			Comments: total,
		},
		sections: {
			Description: json.text("description"),
			Diff: diffs && diffText(diffs),
			Comments: (notes?.list() ?? [])
				.flatMap((note) => {
					const body = note.text("body");
					if (body === undefined || note.flag("system")) return [];
					const place = note.text("position", "new_path");
					const author = note.text("author", "username") ?? "ghost";
					const head = joined(" · ", author, day(note.text("created_at")), place && `on \`${place}\``);
					return [`### ${head}\n\n${body.trim()}`];
				})
				.join("\n\n"),
		},
		notes: notes === undefined && total > 0 ? ["The comments could not be read"] : [],
	});
}

function diffText(diffs: JsonReader): string {
	return diffs
		.list()
		.flatMap((file) => {
			const [from, to, diff] = [file.text("old_path"), file.text("new_path"), file.text("diff")];
			const heading = from === to ? to : whole`${from} → ${to}`;
			return heading === undefined
				? []
				: [`### ${heading}${diff === undefined ? "" : `\n\n${codeBlock(diff, "diff")}`}`];
		})
		.join("\n\n");
}

async function issueListPage({ name, api, site }: Project, [kind = ""]: readonly string[]) {
	const json = await askJson(site, `${api}/${kind}?state=opened&per_page=50`);
	const lines = (json?.list() ?? []).flatMap((issue) => {
		const title = issue.text("title");
		const about = joined(
			", ",
			issue.text("author", "username"),
			day(issue.text("created_at")),
			...issue.texts(["labels"]),
		);
		return title === undefined
			? []
			: [whole`${issue.text("iid")} ${link(title, issue.text("web_url"))} (${oneLine(about)})`];
	});
	const heading = kind === "issues" ? "Open issues" : "Open merge requests";
	return lines.length === 0
		? undefined
		: cardResult({ title: `${name}: ${heading.toLowerCase()}`, sections: { [heading]: lines } });
}

async function commitPage({ name, api, site }: Project, [sha = ""]: readonly string[]) {
	const [commit, diff] = await Promise.all([
		askJson(site, `${api}/repository/commits/${sha}`),
		askJson(site, `${api}/repository/commits/${sha}/diff?per_page=100`),
	]);
	if (!commit) return undefined;
	const message = commit.text("message") ?? "";
	return cardResult({
		title: commit.text("title"),
		summary: message.split("\n").slice(1).join("\n"),
		facts: {
			Project: name,
			Commit: commit.text("id"),
			Author: commit.text("author_name"),
			Date: day(commit.text("authored_date")),
			Parents: commit.texts(["parent_ids"]),
			Changes: whole`+${commit.number("stats", "additions")} −${commit.number("stats", "deletions")}`,
		},
		sections: { Diff: diff && diffText(diff) },
	});
}

async function releasePage({ name, api, site }: Project, [tag = ""]: readonly string[]) {
	const release = await askJson(site, `${api}/releases/${encodeURIComponent(tag)}`);
	if (release?.text("tag_name") === undefined) return undefined;
	return cardResult({
		title: `${name}: ${release.text("name") ?? tag}`,
		facts: { Tag: tag, Released: day(release.text("released_at")), Author: release.text("author", "username") },
		sections: {
			Notes: release.text("description"),
			Assets: release.list("assets", "links").map((asset) => whole`${asset.text("name")}: ${asset.text("url")}`),
		},
	});
}

async function releaseListPage({ name, api, site }: Project) {
	const json = await askJson(site, `${api}/releases?per_page=10`);
	const texts = (json?.list() ?? []).flatMap((release) => {
		const tag = release.text("tag_name");
		if (tag === undefined) return [];
		const head = joined(" · ", release.text("name") ?? tag, day(release.text("released_at")));
		return [`### ${head}\n\n${release.text("description")?.trim() ?? ""}`];
	});
	return texts.length === 0
		? undefined
		: cardResult({ title: `${name}: releases`, sections: { "Latest releases": texts.join("\n\n") } });
}
