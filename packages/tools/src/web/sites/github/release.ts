import { type Card, cardResult } from "../handler/card.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { bytes, day, joined, link, whole } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

export async function releasePage(
	github: GithubRequest,
	repo: string,
	[tag = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	return cardResult(releaseCard(repo, await github.json(`${repo}/releases/tags/${encodeURIComponent(tag)}`)));
}

export async function latestReleasePage(github: GithubRequest, repo: string): Promise<SiteResult | undefined> {
	return cardResult(releaseCard(repo, await github.json(`${repo}/releases/latest`)));
}

export async function releaseListPage(github: GithubRequest, repo: string): Promise<SiteResult | undefined> {
	const releases = (await github.json(`${repo}/releases?per_page=10`))?.list() ?? [];
	const texts = releases.flatMap((release) => {
		const tag = release.text("tag_name");
		if (tag === undefined) return [];
		const name = release.text("name") ?? tag;
		const head = joined(" · ", name, name === tag ? "" : tag, day(release.text("published_at")), kindOf(release));
		return [`### ${head}\n\n${release.text("body")?.trim() ?? ""}`];
	});
	if (texts.length === 0) return undefined;
	return cardResult({
		title: `${repo.slice("repos/".length)}: releases`,
		sections: { "Latest releases": texts.join("\n\n") },
	});
}

function releaseCard(repo: string, release: JsonReader | undefined): Card | undefined {
	const tag = release?.text("tag_name");
	if (!release || tag === undefined) return undefined;
	return {
		title: `${repo.slice("repos/".length)}: ${release.text("name") ?? tag}`,
		facts: {
			Tag: tag,
			Published: day(release.text("published_at")),
			Author: release.text("author", "login"),
			Kind: kindOf(release),
		},
		sections: {
			Notes: release.text("body"),
			Assets: release.list("assets").flatMap((asset) => {
				const name = asset.text("name");
				if (name === undefined) return [];
				const address = link(name, asset.text("browser_download_url"));
				return [whole`${address} (${bytes(asset.number("size"))})` ?? address];
			}),
		},
	};
}

function kindOf(release: JsonReader): string | undefined {
	return release.flag("draft") ? "draft" : release.flag("prerelease") ? "pre-release" : undefined;
}
