import type { CardPage } from "../handler/card-page.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { bytes, codeBlock, day, joined, oneLine, whole } from "../handler/markdown-text.ts";
import { readXml } from "../handler/xml-reader.ts";

/** Package registries with a JSON API, by the name of their handler. */
export const registries: Readonly<Record<string, readonly CardPage[]>> = {
	npm: [
		{
			path: /^\/package\/((?:@[^/]+\/)?[^/@]+)(?:\/v\/([^/]+))?\/?$/,
			// The manifest as it was published.
			api: ([name = "", version]) => `https://unpkg.com/${name}@${version || "latest"}/package.json`,
			also: { downloads: "https://api.npmjs.org/downloads/point/last-week/{+1}" },
			readme: (json) => whole`https://unpkg.com/${json.text("name")}@${json.text("version")}/README.md`,
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
					Engines: ranges(json.at("engines")),
				},
				sections: {
					Dependencies: ranges(json.at("dependencies")),
					"Peer dependencies": ranges(json.at("peerDependencies")),
					README: readme ?? json.text("readme"),
				},
			}),
		},
	],
	jsr: [
		{
			path: /^\/@([^/@]+)\/([^/@]+)(?:@[^/]+)?\/?$/,
			api: "https://api.jsr.io/scopes/{1}/packages/{2}",
			readme: (json, [scope, name]) => whole`https://jsr.io/@${scope}/${name}/${json.text("latestVersion")}/README.md`,
			card: (json, { readme }) => ({
				title: whole`@${json.text("scope")}/${json.text("name")}`,
				version: json.text("latestVersion"),
				summary: json.text("description"),
				facts: {
					Repository: whole`https://github.com/${json.text("githubRepository", "owner")}/${json.text("githubRepository", "name")}`,
					Score: json.number("score"),
					Runtimes: json.entries("runtimeCompat").flatMap(([name, works]) => (works.value === true ? name : [])),
					Updated: day(json.text("updatedAt")),
					Dependencies: json.number("dependencyCount"),
					Dependents: json.number("dependentCount"),
				},
				sections: { README: readme },
			}),
		},
	],
	pypi: [
		{
			path: /^\/project\/([^/]+)(?:\/([^/]+))?\/?$/,
			api: ([name = "", version]) =>
				`https://pypi.org/pypi/${joined("/", encodeURIComponent(name), encodeURIComponent(version ?? ""))}/json`,
			card: (json) => {
				const info = json.at("info");
				return {
					title: info.text("name"),
					version: info.text("version"),
					summary: info.text("summary"),
					facts: {
						// The older field often holds the whole text of a license.
						License: info.text("license_expression") ?? info.text("license")?.split("\n")[0],
						Python: info.text("requires_python"),
						Author: info.text("author") ?? info.text("author_email"),
						Released: day(json.text("urls", 0, "upload_time_iso_8601")),
						Homepage: info.text("home_page"),
						...Object.fromEntries(info.entries("project_urls").map(([name, url]) => [oneLine(name), url.text()])),
						Yanked: info.flag("yanked") && (info.text("yanked_reason") ?? true),
						"Known vulnerabilities": json.texts(["vulnerabilities"], "id"),
					},
					sections: {
						Dependencies: info.texts(["requires_dist"]),
						Files: json.list("urls").map((file) => whole`${file.text("filename")} (${bytes(file.number("size"))})`),
						Description: info.text("description"),
					},
				};
			},
		},
	],
	crates: [
		{
			path: /^\/crates\/([\w-]+)(?:\/([^/]+))?\/?$/,
			api: "https://crates.io/api/v1/crates/{1}",
			readme: (json, [name, version]) => {
				const shown = version || json.text("crate", "max_stable_version") || json.text("crate", "newest_version");
				return whole`https://static.crates.io/readmes/${name}/${name}-${shown}.html`;
			},
			card: (json, { parts: [, wanted], readme, url }) => {
				const crate = json.at("crate");
				const number = wanted || crate.text("max_stable_version") || crate.text("newest_version");
				const version = json.list("versions").find((candidate) => candidate.text("num") === number);
				if (!version) return undefined;
				return {
					title: crate.text("name"),
					version: number,
					summary: crate.text("description"),
					facts: {
						License: version.text("license"),
						"Rust version": version.text("rust_version"),
						Published: day(version.text("created_at")),
						Yanked: version.flag("yanked"),
						Downloads: crate.number("downloads"),
						"Recent downloads": crate.number("recent_downloads"),
						Repository: crate.text("repository"),
						Documentation: crate.text("documentation"),
						Homepage: crate.text("homepage"),
						Keywords: crate.texts(["keywords"]),
					},
					sections: {
						Features: version
							.entries("features")
							.map(([name, parts]) => joined(": ", name, joined(", ", ...parts.texts([])))),
						Versions: json
							.list("versions")
							.slice(0, 10)
							.map((other) => whole`${other.text("num")} (${day(other.text("created_at"))})`),
						README: readme && htmlMarkdown(readme, url.href),
					},
				};
			},
		},
	],
	rubygems: [
		{
			path: /^\/gems\/([^/]+)\/?$/,
			api: "https://rubygems.org/api/v1/gems/{1}.json",
			also: { versions: "https://rubygems.org/api/v1/versions/{1}.json" },
			readme: (json) => githubReadme(json.text("source_code_uri") ?? json.text("homepage_uri")),
			card: (json, { also, readme }) => ({
				...gemCard(json),
				sections: {
					Dependencies: gemDependencies(json),
					Versions: also("versions")
						.list()
						.slice(0, 10)
						.map((version) => whole`${version.text("number")} (${day(version.text("created_at"))})`),
					README: readme,
				},
			}),
		},
		{
			path: /^\/gems\/([^/]+)\/versions\/([^/]+)\/?$/,
			api: "https://rubygems.org/api/v2/rubygems/{1}/versions/{2}.json",
			card: (json) => ({ ...gemCard(json), sections: { Dependencies: gemDependencies(json) } }),
		},
	],
	maven: [
		{
			path: /^\/(?:artifact|maven2)\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/(?:jar|pom|overview|versions|dependencies))?\/?$/,
			api: ([group = "", artifact = ""]) => {
				const query = encodeURIComponent(`g:"${group}" AND a:"${artifact}"`);
				return `https://search.maven.org/solrsearch/select?q=${query}&core=gav&rows=20&wt=json`;
			},
			readme: (json, [group = "", artifact, wanted]) => {
				const version = wanted || json.text("response", "docs", 0, "v");
				const folder = whole`${group.replaceAll(".", "/")}/${artifact}/${version}`;
				return whole`https://repo1.maven.org/maven2/${folder}/${artifact}-${version}.pom`;
			},
			card: (json, { parts: [group, artifact, wanted], readme: pom }) => {
				const docs = json.list("response", "docs");
				const version = wanted || docs[0]?.text("v");
				if (docs.length === 0 || version === undefined) return undefined;
				const project = pom === undefined ? undefined : readXml(pom).all("project")[0];
				return {
					title: whole`${group}:${artifact}`,
					version,
					summary: project?.text("description"),
					facts: {
						Name: project?.text("name"),
						License: project?.all("licenses", "license").map((license) => license.text("name")),
						Homepage: project?.text("url"),
						Repository: project?.text("scm", "url"),
						Packaging: docs[0]?.text("p"),
					},
					sections: {
						Use: codeBlock(
							`<dependency>\n  <groupId>${group}</groupId>\n  <artifactId>${artifact}</artifactId>\n  <version>${version}</version>\n</dependency>`,
							"xml",
						),
						Dependencies: project?.all("dependencies", "dependency").map((dependency) => {
							const name = whole`${dependency.text("groupid")}:${dependency.text("artifactid")}`;
							return name && joined(" ", name, dependency.text("version"), whole`(${dependency.text("scope")})`);
						}),
						Versions: docs.map((doc) => {
							const time = doc.number("timestamp");
							return whole`${doc.text("v")} (${time === undefined ? undefined : day(time / 1000)})`;
						}),
					},
				};
			},
		},
	],
	nuget: [
		{
			path: /^\/packages\/([^/]+)(?:\/([^/]+))?\/?$/,
			api: ([name = ""]) =>
				`https://azuresearch-usnc.nuget.org/query?q=${encodeURIComponent(`packageid:${name}`)}&prerelease=true&semVerLevel=2.0.0`,
			readme: (json, [name = "", wanted]) => {
				const version = wanted || json.text("data", 0, "version");
				return whole`https://api.nuget.org/v3-flatcontainer/${name.toLowerCase()}/${version?.toLowerCase()}/readme`;
			},
			card: (json, { parts: [, wanted], readme }) => {
				const found = json.at("data", 0);
				return {
					title: found.text("id"),
					version: wanted || found.text("version"),
					summary: found.text("description"),
					facts: {
						Authors: found.texts(["authors"]),
						Project: found.text("projectUrl"),
						License: found.text("licenseUrl"),
						Downloads: found.number("totalDownloads"),
						Tags: found.texts(["tags"]),
						Deprecated: found.text("deprecation", "message") ?? found.texts(["deprecation", "reasons"]),
						"Known vulnerabilities": found.texts(["vulnerabilities"], "advisoryUrl"),
					},
					sections: {
						Versions: found
							.list("versions")
							.slice(-10)
							.toReversed()
							.map((version) => version.text("version")),
						README: readme,
					},
				};
			},
		},
	],
	packagist: [
		{
			path: /^\/packages\/([^/]+)\/([^/]+)\/?$/,
			api: "https://packagist.org/packages/{1}/{2}.json",
			readme: (json) => githubReadme(json.text("package", "repository")),
			card: (json, { readme }) => {
				const found = json.at("package");
				const versions = found.entries("versions").filter(([name]) => !/dev/.test(name));
				const [number, latest] = versions[0] ?? found.entries("versions")[0] ?? [];
				return {
					title: found.text("name"),
					version: number,
					summary: found.text("description"),
					facts: {
						License: latest?.texts(["license"]),
						Repository: found.text("repository"),
						Homepage: latest?.text("homepage"),
						Type: found.text("type"),
						Released: day(latest?.text("time")),
						Downloads: found.number("downloads", "total"),
						"Monthly downloads": found.number("downloads", "monthly"),
						Stars: found.number("github_stars"),
						Maintainers: found.texts(["maintainers"], "name"),
						Abandoned: found.text("abandoned") ?? found.flag("abandoned"),
					},
					sections: {
						Requires: latest && ranges(latest.at("require")),
						Versions: versions
							.slice(0, 10)
							.map(([name, version]) => joined(" ", name, whole`(${day(version.text("time"))})`)),
						README: readme,
					},
				};
			},
		},
	],
	hex: [
		{
			path: /^\/packages\/([^/]+)(?:\/[^/]+)?\/?$/,
			api: "https://hex.pm/api/packages/{1}",
			readme: (json) =>
				json
					.entries("meta", "links")
					.map(([, url]) => githubReadme(url.text()))
					.find((address) => address !== undefined),
			card: (json, { readme }) => ({
				title: json.text("name"),
				version: json.text("latest_stable_version") ?? json.text("latest_version"),
				summary: json.text("meta", "description"),
				facts: {
					License: json.texts(["meta", "licenses"]),
					Documentation: json.text("docs_html_url"),
					...Object.fromEntries(json.entries("meta", "links").map(([name, url]) => [oneLine(name), url.text()])),
					Downloads: json.number("downloads", "all"),
					"Weekly downloads": json.number("downloads", "week"),
					Owners: json.texts(["owners"], "username"),
				},
				sections: {
					Versions: json
						.list("releases")
						.slice(0, 10)
						.map((release) => whole`${release.text("version")} (${day(release.text("inserted_at"))})`),
					README: readme,
				},
			}),
		},
	],
	"pub.dev": [
		{
			path: /^\/packages\/([\w-]+)\/?$/,
			api: "https://pub.dev/api/packages/{1}",
			also: { score: "https://pub.dev/api/packages/{1}/score" },
			element: ({ attributes }) => attributes.class?.includes("detail-tab-readme-content") === true,
			card: (json, { also, readme }) => {
				const spec = json.at("latest", "pubspec");
				const score = also("score");
				return {
					title: json.text("name"),
					version: json.text("latest", "version"),
					summary: spec.text("description"),
					facts: {
						Published: day(json.text("latest", "published")),
						Homepage: spec.text("homepage"),
						Repository: spec.text("repository"),
						SDK: ranges(spec.at("environment")),
						Likes: score.number("likeCount"),
						"Pub points": whole`${score.number("grantedPoints")} of ${score.number("maxPoints")}`,
						"Downloads in 30 days": score.number("downloadCount30Days"),
					},
					sections: {
						Dependencies: spec
							.entries("dependencies")
							.map(([name, range]) => joined(" ", name, range.text() ?? whole`from the ${range.text("sdk")} SDK`)),
						Versions: json
							.list("versions")
							.slice(-10)
							.toReversed()
							.map((version) => version.text("version")),
						README: readme,
					},
				};
			},
		},
	],
	hackage: [
		{
			path: /^\/package\/([A-Za-z0-9-]*?[A-Za-z][A-Za-z0-9]*)(?:-([\d.]+))?\/?$/,
			api: "https://hackage.haskell.org/package/{1}/preferred.json",
			readme: (_, [name, version]) =>
				whole`https://hackage.haskell.org/package/${joined("-", name, version)}/${name}.cabal`,
			card: (json, { parts: [name, wanted], readme: cabal }) => {
				if (json.list("normal-version").length === 0 || cabal === undefined) return undefined;
				const field = (label: string) => cabalField(cabal, label);
				return {
					title: name,
					version: wanted || field("version"),
					summary: field("synopsis"),
					facts: {
						License: field("license"),
						Author: field("author"),
						Maintainer: field("maintainer"),
						Category: field("category"),
						Homepage: field("homepage"),
						"Bug reports": field("bug-reports"),
					},
					sections: {
						Description: field("description")?.replace(/^\s*\.\s*$/gm, ""),
						Versions: json.texts(["normal-version"]).slice(0, 10),
						Cabal: codeBlock(cabal, "cabal"),
					},
				};
			},
		},
	],
	clojars: [
		{
			path: /^\/([\w.-]+(?:\/[\w.-]+)?)(?:\/versions\/[^/]+)?\/?$/,
			api: "https://clojars.org/api/artifacts/{+1}",
			readme: (json) => githubReadme(json.text("homepage")),
			card: (json, { readme }) => {
				const version = json.text("latest_release") ?? json.text("latest_version");
				const [group, name] = [json.text("group_name"), json.text("jar_name")];
				const title = group === name ? name : whole`${group}/${name}`;
				return {
					title,
					version,
					summary: json.text("description"),
					facts: {
						License: json.texts(["licenses"], "name"),
						Homepage: json.text("homepage"),
						Downloads: json.number("downloads"),
						Owner: json.text("user"),
					},
					sections: {
						Use: title && whole`\`${title} {:mvn/version "${version}"}\``,
						Versions: json.texts(["recent_versions"], "version"),
						README: readme,
					},
				};
			},
		},
	],
	metacpan: [
		{
			path: /^\/(?:pod|module)\/(?:release\/)?([\w:]+)\/?$/,
			api: "https://fastapi.metacpan.org/v1/module/{1}",
			readme: "https://fastapi.metacpan.org/v1/pod/{1}?content-type=text/x-markdown",
			card: (json, { readme, parts: [module] }) => ({
				title: json.text("distribution") === undefined ? undefined : module,
				version: json.text("version"),
				summary: json.text("abstract"),
				facts: {
					Distribution: json.text("distribution"),
					Author: json.text("author"),
					Released: day(json.text("date")),
				},
				sections: { Documentation: readme },
			}),
		},
		{
			path: /^\/dist\/([\w-]+)(?:\/view\/.*)?\/?$/,
			api: "https://fastapi.metacpan.org/v1/release/{1}",
			readme: (_, [name = ""]) =>
				`https://fastapi.metacpan.org/v1/pod/${encodeURIComponent(name.replaceAll("-", "::"))}?content-type=text/x-markdown`,
			card: (json, { readme }) => ({
				title: json.text("distribution"),
				version: json.text("version"),
				summary: json.text("abstract"),
				facts: {
					License: json.texts(["license"]),
					Author: json.text("author"),
					Released: day(json.text("date")),
					Homepage: json.text("resources", "homepage"),
					Repository: json.text("resources", "repository", "web") ?? json.text("resources", "repository", "url"),
				},
				sections: {
					Dependencies: json.list("dependency").flatMap((dependency) => {
						const runtime = dependency.text("phase") === "runtime" && dependency.text("relationship") === "requires";
						return runtime ? whole`${dependency.text("module")} ${dependency.text("version")}` : [];
					}),
					Documentation: readme,
				},
			}),
		},
	],
	cran: [
		{
			path: /^(?:\/web\/packages\/([\w.]+)(?:\/index\.html)?|\/package=([\w.]+))\/?$/,
			api: ([page, short]) => `https://crandb.r-pkg.org/${encodeURIComponent(page || short || "")}`,
			card: (json) => ({
				title: json.text("Package"),
				version: json.text("Version"),
				summary: joined("\n\n", json.text("Title"), json.text("Description")),
				facts: {
					License: json.text("License"),
					Published: day(json.text("Date/Publication")),
					Maintainer: json.text("Maintainer"),
					URL: json.text("URL"),
					"Bug reports": json.text("BugReports"),
					"Needs compilation": json.text("NeedsCompilation"),
				},
				sections: {
					Depends: ranges(json.at("Depends")),
					Imports: ranges(json.at("Imports")),
					Suggests: ranges(json.at("Suggests")),
				},
			}),
		},
	],
	ctan: [
		{
			path: /^\/pkg\/([^/]+)\/?$/,
			api: "https://ctan.org/json/2.0/pkg/{1}",
			card: (json, { url }) => ({
				title: json.text("name"),
				version: json.text("version", "number"),
				summary: json.text("caption"),
				facts: {
					License: json.text("license") ?? json.texts(["license"]),
					Released: json.text("version", "date"),
					Topics: json.texts(["topics"]),
					Homepage: json.text("home"),
					Repository: json.text("repository"),
					"In TeX Live": json.text("texlive"),
				},
				sections: {
					Description: htmlMarkdown(json.text("descriptions", 0, "text") ?? "", url.href),
					Documentation: json.list("documentation").map((document) => {
						const href = document.text("href")?.replace(/^ctan:/, "https://mirrors.ctan.org");
						return whole`${document.text("details")}: ${href}`;
					}),
				},
			}),
		},
	],
	conda: [
		{
			path: /^\/(?:channels\/)?([\w-]+)\/(?:packages\/)?([\w.-]+?)(?:\/(?:overview|files))?\/?$/,
			api: "https://api.anaconda.org/package/{1}/{2}",
			card: (json, { parts: [channel] }) => ({
				title: json.text("name"),
				version: json.text("latest_version"),
				summary: json.text("summary"),
				facts: {
					Channel: channel,
					License: json.text("license"),
					Homepage: json.text("home") ?? json.text("url"),
					Documentation: json.text("doc_url"),
					Repository: json.text("dev_url"),
					Platforms: json.texts(["conda_platforms"]),
				},
				sections: {
					Install: whole`\`conda install ${channel}::${json.text("name")}\``,
					Description: json.text("description"),
					Versions: json.texts(["versions"]).slice(-10).toReversed(),
				},
			}),
		},
	],
};

/** Where the README of a repository at GitHub is, for registries that do not keep it. */
function githubReadme(repository: string | undefined): string | undefined {
	const name = /^(?:git\+)?https:\/\/github\.com\/([\w-]+\/[\w.-]+?)(?:\.git)?(?:[/#]|$)/.exec(repository ?? "")?.[1];
	return whole`https://raw.githubusercontent.com/${name}/HEAD/README.md`;
}

/** `name range` for each entry of an object. */
function ranges(json: JsonReader): readonly (string | undefined)[] {
	return json.entries().map(([name, range]) => whole`${name} ${range.text()}`);
}

function gemCard(json: JsonReader) {
	return {
		title: json.text("name"),
		version: json.text("version") ?? json.text("number"),
		summary: json.text("info") ?? json.text("description") ?? json.text("summary"),
		facts: {
			License: json.texts(["licenses"]),
			Authors: json.text("authors"),
			Released: day(json.text("version_created_at") ?? json.text("created_at")),
			Homepage: json.text("homepage_uri"),
			Repository: json.text("source_code_uri"),
			Documentation: json.text("documentation_uri"),
			Changelog: json.text("changelog_uri"),
			Downloads: json.number("downloads"),
			Ruby: json.text("ruby_version"),
		},
	};
}

function gemDependencies(json: JsonReader): readonly (string | undefined)[] {
	return json
		.list("dependencies", "runtime")
		.map((dependency) => whole`${dependency.text("name")} ${dependency.text("requirements")}`);
}

/** A field of a `.cabal` file: its line and the indented lines below. */
function cabalField(cabal: string, label: string): string | undefined {
	const match = new RegExp(`^${label}:[ \\t]*(.*(?:\\n[ \\t]+.*)*)`, "im").exec(cabal);
	return match?.[1]?.replace(/^[ \t]+/gm, "").trim() || undefined;
}
