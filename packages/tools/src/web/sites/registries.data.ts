import type { CardPage } from "./card-page.ts";
import { whole } from "./markdown-text.ts";

/** Package registries with a JSON API, by the name of their handler. */
export const registries: Readonly<Record<string, readonly CardPage[]>> = {
	npm: [
		{
			path: /^\/package\/((?:@[^/]+\/)?[^/@]+)(?:\/v\/([^/]+))?\/?$/,
			api: ([name = "", version]) => `https://registry.npmjs.org/${encodeURIComponent(name)}/${version || "latest"}`,
			also: { downloads: "https://api.npmjs.org/downloads/point/last-week/{+1}" },
			readme: (json) => `https://unpkg.com/${json.text("name")}@${json.text("version")}/README.md`,
			card: (json, { also, readme }) => ({
				title: json.text("name"),
				version: json.text("version"),
				summary: json.text("description"),
				facts: {
					License: json.text("license"),
					Homepage: json.text("homepage"),
					Repository: json.text("repository", "url"),
					"Weekly downloads": also("downloads").number("downloads"),
					Keywords: json.texts(["keywords"]),
					Maintainers: json.texts(["maintainers"], "name"),
					Engines: json.entries("engines").map(([name, range]) => whole`${name} ${range.text()}`),
					Deprecated: json.text("deprecated"),
				},
				sections: {
					Dependencies: json.entries("dependencies").map(([name, range]) => whole`${name} ${range.text()}`),
					"Peer dependencies": json.entries("peerDependencies").map(([name, range]) => whole`${name} ${range.text()}`),
					README: readme ?? json.text("readme"),
				},
			}),
		},
	],
};
