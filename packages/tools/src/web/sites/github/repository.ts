import { cardResult } from "../handler/card.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { bytes, day, whole } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

export async function repositoryPage(github: GithubRequest, repo: string): Promise<SiteResult | undefined> {
	const [json, readme, files] = await Promise.all([
		github.json(repo),
		github.raw(`${repo}/readme`),
		github.json(`${repo}/contents`),
	]);
	if (!json) return undefined;
	return cardResult({
		title: json.text("full_name"),
		summary: json.text("description"),
		facts: {
			Stars: json.number("stargazers_count"),
			Forks: json.number("forks_count"),
			"Open issues and pull requests": json.number("open_issues_count"),
			Language: json.text("language"),
			License: json.text("license", "spdx_id") ?? json.text("license", "name"),
			Topics: json.texts(["topics"]),
			Homepage: json.text("homepage"),
			"Default branch": json.text("default_branch"),
			"Last push": day(json.text("pushed_at")),
			"Fork of": json.text("parent", "full_name"),
			Archived: json.flag("archived"),
		},
		sections: { Files: files ? fileLines(files) : [], README: readme },
	});
}

/** Folders first, as GitHub shows them. */
export function fileLines(contents: JsonReader): readonly string[] {
	const items = contents.list().flatMap((item) => {
		const name = item.text("name");
		return name === undefined ? [] : [{ name, folder: item.text("type") === "dir", size: item.number("size") }];
	});
	const lines = (folder: boolean) => items.filter((item) => item.folder === folder);
	return [
		...lines(true).map(({ name }) => `${name}/`),
		...lines(false).map(({ name, size }) => whole`${name} (${bytes(size)})` ?? name),
	];
}
