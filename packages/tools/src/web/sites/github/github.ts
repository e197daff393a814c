import { decodeParts } from "../handler/card-page.ts";
import type { SiteRender, SiteResult } from "../handler/site-handler.ts";
import { advisoryPage } from "./advisory.ts";
import { commitPage, comparePage } from "./commit.ts";
import { filePage, folderPage } from "./contents.ts";
import { discussionPage } from "./discussion.ts";
import { gistPage } from "./gist.ts";
import { type GithubRequest, githubRequest } from "./github-api.ts";
import { issueListPage, issuePage } from "./issue.ts";
import { pullPage } from "./pull.ts";
import { latestReleasePage, releaseListPage, releasePage } from "./release.ts";
import { repositoryPage } from "./repository.ts";

type Page = (
	github: GithubRequest,
	repo: string,
	parts: readonly string[],
	url: URL,
) => Promise<SiteResult | undefined>;

/** What follows `/owner/name`. */
const pages: readonly (readonly [RegExp, Page])[] = [
	[/^$/, repositoryPage],
	[/^tree\/(.+)$/, folderPage],
	[/^(?:blob|raw|blame)\/(.+)$/, filePage],
	[/^issues\/(\d+)$/, issuePage],
	[/^(issues|pulls)$/, issueListPage],
	[/^pull\/(\d+)(?:\/(files|changes|commits|checks))?$/, pullPage],
	[/^discussions\/(\d+)$/, discussionPage],
	[/^(?:pull\/\d+\/)?commits?\/([0-9a-f]{7,40})$/, commitPage],
	[/^compare\/([^/]+\.{2,3}.+)$/, comparePage],
	[/^releases$/, releaseListPage],
	[/^releases\/latest$/, latestReleasePage],
	[/^releases\/tag\/(.+)$/, releasePage],
];

/** First parts of paths that are no accounts. */
const reserved = new Set(
	(
		"about account advisories apps codespaces collections contact copilot customer-stories dashboard enterprise explore features " +
		"issues join login logout marketplace mobile new notifications orgs organizations pricing pulls readme search " +
		"security sessions settings signup site sponsors stars team topics trending users watching"
	).split(" "),
);

export const renderGithub: SiteRender = async (url, site) => {
	const github = githubRequest(site);
	if (url.hostname === "gist.github.com") {
		const gist = /^\/(?:[\w-]+\/)?([0-9a-f]{20,40})(?:\/[0-9a-f]{40})?\/?$/.exec(url.pathname)?.[1];
		return gist === undefined ? undefined : gistPage(github, gist);
	}
	const advisory = /^\/advisories\/(GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\/?$/.exec(url.pathname)?.[1];
	if (advisory !== undefined) return advisoryPage(github, advisory);
	const [, owner, name, rest = ""] = /^\/([\w-]+)\/([\w.-]+?)(?:\.git)?(?:\/(.*?))?\/?$/.exec(url.pathname) ?? [];
	if (owner === undefined || name === undefined || reserved.has(owner.toLowerCase())) return undefined;
	for (const [pattern, page] of pages) {
		const parts = decodeParts(pattern.exec(rest));
		if (parts) return page(github, `repos/${owner}/${name}`, parts, url);
	}
	return undefined;
};
