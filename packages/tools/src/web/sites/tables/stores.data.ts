import type { Card } from "../handler/card.ts";
import type { CardPage } from "../handler/card-page.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { bytes, codeBlock, day, joined, oneLine, whole } from "../handler/markdown-text.ts";

/** Where programs, images, models and plugins are found: sites with a JSON API, by the name of their handler. */
export const stores: Readonly<Record<string, readonly CardPage[]>> = {
	huggingface: [
		huggingFacePage(/^\/datasets\/([^/]+\/[^/]+)\/?$/, "datasets", "datasets/"),
		huggingFacePage(/^\/spaces\/([^/]+\/[^/]+)\/?$/, "spaces", "spaces/"),
		{
			path: /^\/papers\/(\d{4}\.\d{4,5})\/?$/,
			api: "https://huggingface.co/api/papers/{1}",
			card: (json) => ({
				title: json.text("title"),
				facts: {
					Authors: json.texts(["authors"], "name"),
					Published: day(json.text("publishedAt")),
					Upvotes: json.number("upvotes"),
					arXiv: whole`https://arxiv.org/abs/${json.text("id")}`,
				},
				sections: { Abstract: json.text("summary") },
			}),
		},
		huggingFacePage(
			/^\/((?!(?:api|blog|chat|collections|datasets|docs|enterprise|inference|join|learn|login|models|organizations|papers|posts|pricing|settings|spaces|tasks|welcome)\b)[^/]+\/[^/]+)\/?$/,
			"models",
			"",
		),
	],
	ollama: [
		{
			path: /^\/(library\/[\w.-]+|(?!(?:api|blog|docs|download|search|settings|signin|signup)\/)[\w-]+\/[\w.-]+)(?::([\w.-]+))?\/?$/,
			api: ([model, tag]) => whole`https://registry.ollama.ai/v2/${model}/manifests/${tag || "latest"}`,
			element: ({ attributes }) => /^(?:readme|display)$/.test(attributes.id ?? ""),
			card: (json, { parts: [model, tag], readme }) => {
				const layers = json.list("layers");
				if (layers.length === 0 || readme === undefined) return undefined;
				const size = layers.reduce((sum, layer) => sum + Math.max(0, layer.number("size") ?? 0), 0);
				const name = joined(":", model?.replace(/^library\//, ""), tag);
				return {
					title: name,
					facts: { Size: bytes(size), Run: `\`ollama run ${name}\`` },
					sections: { README: readme },
				};
			},
		},
	],
	"docker-hub": [
		dockerPage(/^\/_\/([^/]+)(?:\/tags)?\/?$/, "library/{1}"),
		dockerPage(/^\/r\/([^/]+\/[^/]+)(?:\/tags)?\/?$/, "{+1}"),
	],
	"artifact-hub": [
		{
			path: /^\/packages\/([^/]+\/[^/]+(?:\/[^/]+){0,2})\/?$/,
			api: "https://artifacthub.io/api/v1/packages/{+1}",
			card: (json) => ({
				title: json.text("display_name") ?? json.text("name"),
				version: json.text("version"),
				summary: json.text("description"),
				facts: {
					"App version": json.text("app_version"),
					License: json.text("license"),
					Repository: joined(" ", json.text("repository", "display_name"), json.text("repository", "url")),
					Homepage: json.text("home_url"),
					Released: day(json.number("ts")),
					Deprecated: json.flag("deprecated"),
					Maintainers: json.texts(["maintainers"], "name"),
					Keywords: json.texts(["keywords"]),
				},
				sections: {
					Install: json.text("install"),
					Links: json.list("links").map((link) => whole`${link.text("name")}: ${link.text("url")}`),
					Versions: json
						.list("available_versions")
						.slice(0, 10)
						.map((version) => version.text("version")),
					README: json.text("readme"),
				},
			}),
		},
	],
	homebrew: [
		{
			path: /^\/formula\/([^/]+)\/?$/,
			api: "https://formulae.brew.sh/api/formula/{1}.json",
			card: (json) => ({
				title: json.text("full_name") ?? json.text("name"),
				version: json.text("versions", "stable"),
				summary: json.text("desc"),
				facts: {
					License: json.text("license"),
					Homepage: json.text("homepage"),
					Tap: json.text("tap"),
					"Installs in 30 days": json.entries("analytics", "install", "30d")[0]?.[1].number(),
					Deprecated: json.text("deprecation_reason") ?? json.flag("deprecated"),
					Disabled: json.text("disable_reason") ?? json.flag("disabled"),
				},
				sections: {
					Install: whole`\`brew install ${json.text("name")}\``,
					Dependencies: json.texts(["dependencies"]),
					"Build dependencies": json.texts(["build_dependencies"]),
					Caveats: json.text("caveats"),
				},
			}),
		},
		{
			path: /^\/cask\/([^/]+)\/?$/,
			api: "https://formulae.brew.sh/api/cask/{1}.json",
			card: (json) => ({
				title: json.text("name", 0) ?? json.text("token"),
				version: json.text("version"),
				summary: json.text("desc"),
				facts: {
					Homepage: json.text("homepage"),
					Download: json.text("url"),
					Tap: json.text("tap"),
					"Updates itself": json.flag("auto_updates"),
					Deprecated: json.text("deprecation_reason") ?? json.flag("deprecated"),
					Disabled: json.text("disable_reason") ?? json.flag("disabled"),
				},
				sections: {
					Install: whole`\`brew install --cask ${json.text("token")}\``,
					Caveats: json.text("caveats"),
				},
			}),
		},
	],
	aur: [
		{
			path: /^\/packages\/([\w@.+-]+)\/?$/,
			api: "https://aur.archlinux.org/rpc/v5/info?arg%5B%5D={1}",
			readme: (json) => {
				const base = json.text("results", 0, "PackageBase");
				return base && `https://aur.archlinux.org/cgit/aur.git/plain/PKGBUILD?h=${encodeURIComponent(base)}`;
			},
			card: (json, { readme: build }) => {
				const found = json.at("results", 0);
				return {
					title: found.text("Name"),
					version: found.text("Version"),
					summary: found.text("Description"),
					facts: {
						URL: found.text("URL"),
						License: found.texts(["License"]),
						Maintainer: found.text("Maintainer") ?? "none (orphaned)",
						Votes: found.number("NumVotes"),
						Popularity: found.number("Popularity"),
						"Last update": day(found.number("LastModified")),
						"Out of date since": day(found.number("OutOfDate")),
						Conflicts: found.texts(["Conflicts"]),
					},
					sections: {
						Dependencies: found.texts(["Depends"]),
						"Build dependencies": found.texts(["MakeDepends"]),
						"Optional dependencies": found.texts(["OptDepends"]),
						PKGBUILD: build && codeBlock(build, "bash"),
					},
				};
			},
		},
	],
	repology: [
		{
			path: /^\/project\/([^/]+)(?:\/(?:versions|packages|information))?\/?$/,
			api: "https://repology.org/api/v1/project/{1}",
			card: (json, { parts: [name] }) => {
				const packages = json.list();
				const lines = packages.flatMap((found) => {
					const status = found.text("status");
					const line = whole`${found.text("repo")}: ${found.text("version")}`;
					return line === undefined ? [] : joined(" ", line, whole`(${status})`);
				});
				if (lines.length === 0) return undefined;
				const newest = packages.find((found) => found.text("status") === "newest");
				return {
					title: name,
					version: newest?.text("version"),
					summary: packages.map((found) => found.text("summary")).find((text) => text !== undefined),
					facts: {
						License: packages.map((found) => found.texts(["licenses"])).find((texts) => texts.length > 0),
						Repositories: new Set(packages.map((found) => found.text("repo"))).size,
					},
					sections: { Packages: [...new Set(lines)].sort() },
				};
			},
		},
	],
	flathub: [
		{
			path: /^\/(?:[a-z]{2}(?:-[\w]+)?\/)?apps\/(?:details\/)?([\w.-]+)(?:\/[^/]+)?\/?$/,
			api: "https://flathub.org/api/v2/appstream/{1}",
			card: (json, { url }) => ({
				title: json.text("name"),
				version: json.text("releases", 0, "version"),
				summary: json.text("summary"),
				facts: {
					Id: json.text("id"),
					Developer: json.text("developer_name"),
					License: json.text("project_license"),
					Released: day(Number(json.text("releases", 0, "timestamp")) || undefined),
					Categories: json.texts(["categories"]),
					...Object.fromEntries(json.entries("urls").map(([name, url]) => [oneLine(name), url.text()])),
				},
				sections: {
					Install: whole`\`flatpak install flathub ${json.text("id")}\``,
					Description: htmlMarkdown(json.text("description") ?? "", url.href),
					"Latest changes": htmlMarkdown(json.text("releases", 0, "description") ?? "", url.href),
				},
			}),
		},
	],
	snapcraft: [
		{
			path: /^\/([a-z0-9-]+)\/?$/,
			api: "https://api.snapcraft.io/v2/snaps/info/{1}?fields=title,summary,description,license,publisher,website,contact,version,confinement,download,created-at",
			headers: { "Snap-Device-Series": "16" },
			card: (json) => ({
				title: json.text("snap", "title") ?? json.text("name"),
				version: json.text("channel-map", 0, "version"),
				summary: json.text("snap", "summary"),
				facts: {
					Publisher: json.text("snap", "publisher", "display-name"),
					Validation: json.text("snap", "publisher", "validation"),
					License: json.text("snap", "license"),
					Website: json.text("snap", "website"),
					Contact: json.text("snap", "contact"),
					Confinement: json.text("channel-map", 0, "confinement"),
				},
				sections: {
					Install: whole`\`snap install ${json.text("name")}\``,
					Description: json.text("snap", "description"),
					Channels: json.list("channel-map").map((entry) => {
						const channel = whole`${entry.text("channel", "track")}/${entry.text("channel", "risk")}`;
						const about = [entry.text("channel", "architecture"), day(entry.text("channel", "released-at"))];
						return whole`${channel}: ${entry.text("version")} (${joined(", ", ...about)})`;
					}),
				},
			}),
		},
	],
	"f-droid": [
		{
			path: /^\/(?:[a-z]{2}(?:_[A-Z]+)?\/)?packages\/([\w.]+)\/?$/,
			api: "https://f-droid.org/api/v1/packages/{1}",
			readme: "https://gitlab.com/fdroid/fdroiddata/-/raw/master/metadata/{1}.yml",
			card: (json, { readme: metadata = "" }) => {
				const versions = json.list("packages");
				const suggested = json.number("suggestedVersionCode");
				const current = versions.find((version) => version.number("versionCode") === suggested) ?? versions[0];
				const field = (name: string) =>
					new RegExp(`^${name}: *(?:\\|-?)?(.+(?:\\n {2}.*)*|(?:\\n {2}.*)+)`, "m")
						.exec(metadata)?.[1]
						?.replace(/^ +/gm, "")
						.trim();
				const id = json.text("packageName");
				return {
					title: field("AutoName") ?? field("Name") ?? id,
					version: current?.text("versionName"),
					summary: field("Summary"),
					facts: {
						Package: id,
						License: field("License"),
						Author: field("AuthorName"),
						Website: field("WebSite"),
						"Source code": field("SourceCode"),
						"Issue tracker": field("IssueTracker"),
					},
					sections: {
						Description: field("Description"),
						Versions: versions.map((version) => whole`${version.text("versionName")} (${version.text("versionCode")})`),
					},
				};
			},
		},
	],
	"vscode-marketplace": [
		{
			path: /^\/items\/?$/,
			api: (_, url) =>
				/^[\w-]+\.[\w-]+$/.test(url.searchParams.get("itemName") ?? "")
					? "https://marketplace.visualstudio.com/_apis/public/gallery/extensionquery"
					: undefined,
			accept: "application/json;api-version=3.0-preview.1",
			// Filter 7 is the name; the flags ask for versions, files, categories, properties and statistics of the latest.
			body: (_, url) => ({
				filters: [{ criteria: [{ filterType: 7, value: url.searchParams.get("itemName") }], pageSize: 1 }],
				flags: 0x2 | 0x4 | 0x10 | 0x100 | 0x200,
			}),
			readme: (json) =>
				json
					.list("results", 0, "extensions", 0, "versions", 0, "files")
					.find((file) => file.text("assetType") === "Microsoft.VisualStudio.Services.Content.Details")
					?.text("source"),
			card: (json, { readme }) => {
				const found = json.at("results", 0, "extensions", 0);
				const latest = found.at("versions", 0);
				const statistic = (name: string) =>
					found
						.list("statistics")
						.find((entry) => entry.text("statisticName") === name)
						?.number("value");
				const property = (name: string) =>
					latest
						.list("properties")
						.find((entry) => entry.text("key") === name)
						?.text("value");
				return {
					title: found.text("displayName") ?? found.text("extensionName"),
					version: latest.text("version"),
					summary: found.text("shortDescription"),
					facts: {
						Id: whole`${found.text("publisher", "publisherName")}.${found.text("extensionName")}`,
						Publisher: found.text("publisher", "displayName"),
						Installs: statistic("install"),
						Rating: whole`${statistic("averagerating")?.toFixed(1)} (${statistic("ratingcount")} ratings)`,
						Updated: day(found.text("lastUpdated")),
						"VS Code": property("Microsoft.VisualStudio.Code.Engine"),
						Repository: property("Microsoft.VisualStudio.Services.Links.Source"),
						Categories: found.texts(["categories"]),
					},
					sections: { README: readme },
				};
			},
		},
	],
	"open-vsx": [
		{
			path: /^\/extension\/([^/]+)\/([^/]+)(?:\/[^/]+)?\/?$/,
			api: "https://open-vsx.org/api/{1}/{2}",
			readme: (json) => json.text("files", "readme"),
			card: (json, { readme }) => ({
				title: json.text("displayName") ?? json.text("name"),
				version: json.text("version"),
				summary: json.text("description"),
				facts: {
					Id: whole`${json.text("namespace")}.${json.text("name")}`,
					License: json.text("license"),
					Repository: json.text("repository"),
					Homepage: json.text("homepage"),
					Downloads: json.number("downloadCount"),
					Rating: whole`${json.number("averageRating")?.toFixed(1)} (${json.number("reviewCount")} reviews)`,
					Published: day(json.text("timestamp")),
					Categories: json.texts(["categories"]),
					"VS Code": json.text("engines", "vscode"),
					Deprecated: json.flag("deprecated"),
				},
				sections: { README: readme },
			}),
		},
	],
	"jetbrains-plugins": [
		{
			path: /^\/plugin\/(\d+)(?:-[^/]*)?(?:\/[^/]*)?\/?$/,
			api: "https://plugins.jetbrains.com/api/plugins/{1}",
			also: { updates: "https://plugins.jetbrains.com/api/plugins/{1}/updates?size=5" },
			card: (json, { also, url }) => {
				const updates = also("updates").list();
				return {
					title: json.text("name"),
					version: updates[0]?.text("version"),
					facts: {
						Id: json.text("xmlId"),
						Vendor: json.text("vendor", "name"),
						Downloads: json.number("downloads"),
						Pricing: json.text("pricingModel")?.toLowerCase(),
						Website: json.text("urls", "url"),
						"Source code": json.text("urls", "sourceCodeUrl"),
						Documentation: json.text("urls", "docUrl"),
						Tags: json.texts(["tags"], "name"),
					},
					sections: {
						Description: htmlMarkdown(json.text("description") ?? "", url.href),
						"Latest changes": htmlMarkdown(updates[0]?.text("notes") ?? "", url.href),
						Versions: updates.map((update) => whole`${update.text("version")} (builds ${update.text("since")}+)`),
					},
				};
			},
		},
	],
	"firefox-add-ons": [
		{
			path: /^\/(?:[\w-]+\/)?(?:firefox|android)\/addon\/([^/]+)(?:\/[^/]*)?\/?$/,
			api: "https://addons.mozilla.org/api/v5/addons/addon/{1}/?lang=en-US",
			card: (json, { url }) => ({
				title: localized(json.at("name")),
				version: json.text("current_version", "version"),
				summary: localized(json.at("summary")),
				facts: {
					Authors: json.texts(["authors"], "name"),
					License: localized(json.at("current_version", "license", "name")),
					Users: json.number("average_daily_users"),
					Rating: whole`${json.number("ratings", "average")?.toFixed(1)} (${json.number("ratings", "count")} ratings)`,
					Updated: day(json.text("last_updated")),
					Homepage: localized(json.at("homepage", "url")),
					Permissions: json.texts(["current_version", "file", "permissions"]),
				},
				sections: {
					Description: htmlMarkdown((localized(json.at("description")) ?? "").replaceAll("\n", "<br>"), url.href),
				},
			}),
		},
	],
};

/** Text that may be an object of texts by language. */
function localized(json: JsonReader): string | undefined {
	return json.text() ?? json.text("en-US") ?? json.entries()[0]?.[1].text();
}

function huggingFacePage(path: RegExp, kind: string, prefix: string): CardPage {
	return {
		path,
		api: `https://huggingface.co/api/${kind}/{+1}`,
		readme: `https://huggingface.co/${prefix}{+1}/raw/main/README.md`,
		card: (json, { readme }): Card => ({
			title: json.text("id"),
			facts: {
				Kind: kind.slice(0, -1),
				Task: json.text("pipeline_tag"),
				Library: json.text("library_name"),
				SDK: json.text("sdk"),
				License: json.text("cardData", "license") ?? json.texts(["cardData", "license"]),
				"Base model": json.text("cardData", "base_model") ?? json.texts(["cardData", "base_model"]),
				Parameters: json.number("safetensors", "total"),
				"Downloads in 30 days": json.number("downloads"),
				Likes: json.number("likes"),
				Updated: day(json.text("lastModified")),
				Gated: json.text("gated") ?? json.flag("gated"),
				Tags: json.texts(["tags"]).slice(0, 30),
			},
			sections: {
				Files: json.texts(["siblings"], "rfilename").slice(0, 100),
				README: readme?.replace(/^---\n[\s\S]*?\n---\n/, ""),
			},
		}),
	};
}

function dockerPage(path: RegExp, repository: string): CardPage {
	const address = `https://hub.docker.com/v2/repositories/${repository}`;
	return {
		path,
		api: `${address}/`,
		also: { tags: `${address}/tags?page_size=10` },
		card: (json, { also }): Card => ({
			title: whole`${json.text("namespace")}/${json.text("name")}`?.replace(/^library\//, ""),
			summary: json.text("description"),
			facts: {
				Pulls: json.number("pull_count"),
				Stars: json.number("star_count"),
				Updated: day(json.text("last_updated")),
			},
			sections: {
				Tags: also("tags")
					.list("results")
					.map((tag) => {
						const platforms = tag
							.list("images")
							.map((image) => whole`${image.text("os")}/${image.text("architecture")}`);
						const about = joined(", ", bytes(tag.number("full_size")), ...new Set(platforms));
						return whole`${tag.text("name")} (${about})`;
					}),
				README: json.text("full_description"),
			},
		}),
	};
}
