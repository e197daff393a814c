import { askJson, askText } from "../handler/ask-site.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import type { SiteRequest } from "../handler/site-handler.ts";

/** The only host that is sent the user's token. */
const origin = "https://api.github.com";

export interface GithubRequest {
	/** The answer to `GET /<path>`. */
	json(path: string): Promise<JsonReader | undefined>;
	/** The file that a path stands for, as it is. */
	raw(path: string): Promise<string | undefined>;
	graphql(query: string, variables: Readonly<Record<string, string | number>>): Promise<JsonReader | undefined>;
	readonly hasToken: boolean;
	readonly site: SiteRequest;
}

export function githubRequest(site: SiteRequest): GithubRequest {
	const token = site.env("GITHUB_TOKEN") || site.env("GH_TOKEN") || undefined;
	const headers = {
		"X-GitHub-Api-Version": "2022-11-28",
		...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
	};
	return {
		site,
		hasToken: token !== undefined,
		json: (path) => askJson(site, `${origin}/${path}`, { accept: "application/vnd.github+json", headers }),
		raw: (path) => askText(site, `${origin}/${path}`, { accept: "application/vnd.github.raw+json", headers }),
		async graphql(query, variables) {
			// The GraphQL API answers nobody without a token.
			if (token === undefined) return undefined;
			const body = JSON.stringify({ query, variables });
			return (await askJson(site, `${origin}/graphql`, { headers, body }))?.at("data");
		},
	};
}
