import type { Card } from "../handler/card.ts";
import type { CardPage } from "../handler/card-page.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { codeBlock, day, grouped, joined, oneLine, whole } from "../handler/markdown-text.ts";

/** Vulnerabilities, papers, people, music, books, companies: records with a JSON API, by the name of their handler. */
export const records: Readonly<Record<string, readonly CardPage[]>> = {
	nvd: [
		{
			path: /^\/vuln\/detail\/(CVE-\d{4}-\d{4,})\/?$/i,
			api: "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId={1}",
			card: cveCard,
		},
		{
			path: /^\/CVERecord\/?$/,
			api: (_, url) =>
				whole`https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=${cveId(url.searchParams.get("id"))}`,
			card: cveCard,
		},
	],
	"cisa-kev": [
		{
			path: /^\/known-exploited-vulnerabilities-catalog\/?$/,
			api: "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json",
			card: (json, { url }) => {
				const wanted = (url.searchParams.get("search_api_fulltext") ?? "").toLowerCase();
				const found = json
					.list("vulnerabilities")
					.filter((entry) => wanted === "" || JSON.stringify(entry.value).toLowerCase().includes(wanted))
					.toSorted((one, other) => (other.text("dateAdded") ?? "").localeCompare(one.text("dateAdded") ?? ""));
				const lines = found.flatMap((entry) => {
					const head = whole`${entry.text("cveID")} ${entry.text("vulnerabilityName")}`;
					const dates = joined(", ", whole`added ${entry.text("dateAdded")}`, whole`due ${entry.text("dueDate")}`);
					return head === undefined ? [] : [joined("\n", `${head} (${dates})`, entry.text("shortDescription"))];
				});
				if (lines.length === 0) return undefined;
				return {
					title: json.text("title"),
					facts: { Released: day(json.text("dateReleased")), Entries: json.number("count"), Matching: lines.length },
					sections: { "Latest entries": lines.slice(0, 50) },
				};
			},
		},
	],
	osv: [
		{
			path: /^\/vulnerability\/([\w.:-]+)\/?$/,
			api: "https://api.osv.dev/v1/vulns/{1}",
			card: (json) => ({
				title: joined(": ", json.text("id"), json.text("summary")),
				facts: {
					Aliases: json.texts(["aliases"]),
					Severity: json.texts(["severity"], "score"),
					Published: day(json.text("published")),
					Modified: day(json.text("modified")),
					Withdrawn: day(json.text("withdrawn")),
				},
				sections: {
					Details: json.text("details"),
					Affected: json.list("affected").map((affected) => {
						const events = affected.list("ranges").flatMap((range) => range.list("events"));
						const ranges = events.map((event) =>
							joined(" ", whole`from ${event.text("introduced")}`, whole`fixed in ${event.text("fixed")}`),
						);
						const name = whole`${affected.text("package", "ecosystem")} ${affected.text("package", "name")}`;
						return name && joined(": ", name, joined(", ", ...ranges));
					}),
					References: json.texts(["references"], "url"),
				},
			}),
		},
	],
	"semantic-scholar": [
		{
			path: /^\/paper\/(?:[^/]+\/)?([0-9a-f]{40})\/?$/,
			api: "https://api.semanticscholar.org/graph/v1/paper/{1}?fields=title,abstract,authors,year,venue,citationCount,referenceCount,openAccessPdf,externalIds,tldr,publicationDate",
			card: (json) => ({
				title: json.text("title"),
				facts: {
					Authors: json.texts(["authors"], "name"),
					Published: json.text("publicationDate") ?? json.text("year"),
					Venue: json.text("venue"),
					Citations: json.number("citationCount"),
					References: json.number("referenceCount"),
					DOI: json.text("externalIds", "DOI"),
					arXiv: json.text("externalIds", "ArXiv"),
					PDF: json.text("openAccessPdf", "url"),
				},
				sections: { "In short": json.text("tldr", "text"), Abstract: json.text("abstract") },
			}),
		},
	],
	crossref: [
		{
			path: /^\/(10\.\d{4,9}\/.+)$/,
			api: "https://api.crossref.org/works/{1}",
			card: (json, { url }) => {
				const work = json.at("message");
				const parts = work.list("published", "date-parts", 0).map((part) => part.text());
				return {
					title: work.text("title", 0),
					facts: {
						Authors: work
							.list("author")
							.map((author) => joined(" ", author.text("given"), author.text("family")) || author.text("name")),
						Published: joined("-", ...parts),
						In: joined(
							", ",
							work.text("container-title", 0),
							whole`volume ${work.text("volume")}`,
							whole`page ${work.text("page")}`,
						),
						Publisher: work.text("publisher"),
						Type: work.text("type"),
						DOI: work.text("DOI"),
						"Cited by": work.number("is-referenced-by-count"),
						License: work.text("license", 0, "URL"),
						Link: work.text("resource", "primary", "URL"),
					},
					sections: { Abstract: htmlMarkdown(work.text("abstract") ?? "", url.href) },
				};
			},
		},
	],
	biorxiv: [
		{
			// The full text (`v1.full`) is more than the record.
			path: /^\/content\/(10\.\d+\/[\d.]*\d)(?:v\d+)?(?:\.abstract)?\/?$/,
			api: ([doi], url) =>
				whole`https://api.biorxiv.org/details/${url.hostname.includes("medrxiv") ? "medrxiv" : "biorxiv"}/${doi}`,
			card: (json) => {
				const versions = json.list("collection");
				const latest = versions.at(-1);
				return {
					title: latest?.text("title"),
					facts: {
						Authors: latest?.text("authors"),
						Date: latest?.text("date"),
						Version: latest?.text("version"),
						Category: latest?.text("category"),
						Institution: latest?.text("author_corresponding_institution"),
						DOI: latest?.text("doi"),
						Published: latest?.text("published") === "NA" ? undefined : latest?.text("published"),
						License: latest?.text("license"),
					},
					sections: { Abstract: latest?.text("abstract") },
				};
			},
		},
	],
	orcid: [
		{
			path: /^\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/,
			api: "https://pub.orcid.org/v3.0/{1}/record",
			card: (json, { parts: [id] }) => {
				const name = json.at("person", "name");
				const value = (reader: JsonReader, ...path: readonly string[]) => reader.text(...path, "value");
				return {
					title: joined(" ", value(name, "given-names"), value(name, "family-name")) || value(name, "credit-name"),
					summary: json.text("person", "biography", "content"),
					facts: {
						ORCID: id,
						Keywords: json.list("person", "keywords", "keyword").map((keyword) => keyword.text("content")),
						Links: json.list("person", "researcher-urls", "researcher-url").map((link) => value(link, "url")),
					},
					sections: {
						Employment: json.list("activities-summary", "employments", "affiliation-group").map((group) => {
							const job = group.at("summaries", 0, "employment-summary");
							const years = joined("–", value(job, "start-date", "year"), value(job, "end-date", "year"));
							const place = job.text("organization", "name");
							return place && joined(", ", job.text("role-title"), place, years);
						}),
						Works: json.list("activities-summary", "works", "group").map((group) => {
							const work = group.at("work-summary", 0);
							const title = value(work, "title", "title");
							return (
								title && joined(", ", title, value(work, "journal-title"), value(work, "publication-date", "year"))
							);
						}),
					},
				};
			},
		},
	],
	discogs: [
		{
			path: /^\/(?:[a-z]{2}\/)?(release|master)\/(\d+)(?:-[^/]*)?\/?$/,
			api: "https://api.discogs.com/{1}s/{2}",
			card: (json) => ({
				title: whole`${joined(", ", ...json.texts(["artists"], "name"))} – ${json.text("title")}`,
				facts: {
					Year: json.text("year"),
					Country: json.text("country"),
					Labels: json.list("labels").map((label) => joined(" ", label.text("name"), label.text("catno"))),
					Formats: json
						.list("formats")
						.map((format) => joined(", ", format.text("name"), ...format.texts(["descriptions"]))),
					Genres: json.texts(["genres"]),
					Styles: json.texts(["styles"]),
				},
				sections: {
					Tracks: json
						.list("tracklist")
						.map(
							(track) =>
								joined(" ", track.text("position"), track.text("title"), whole`(${track.text("duration")})`) ||
								undefined,
						),
					Notes: json.text("notes"),
				},
			}),
		},
		{
			path: /^\/(?:[a-z]{2}\/)?artist\/(\d+)(?:-[^/]*)?\/?$/,
			api: "https://api.discogs.com/artists/{1}",
			card: (json) => ({
				title: json.text("name"),
				facts: {
					"Real name": json.text("realname"),
					Members: json.texts(["members"], "name"),
					Groups: json.texts(["groups"], "name"),
				},
				sections: { Profile: json.text("profile"), Links: json.texts(["urls"]) },
			}),
		},
	],
	musicbrainz: [
		musicBrainzPage("artist", "url-rels+release-groups"),
		musicBrainzPage("release", "recordings+artist-credits+labels"),
		musicBrainzPage("release-group", "artist-credits+releases"),
		musicBrainzPage("recording", "artist-credits+releases"),
	],
	"open-library": [
		{
			path: /^\/works\/(OL\d+W)(?:\/[^/]*)?\/?$/,
			api: "https://openlibrary.org/works/{1}.json",
			also: {
				search:
					"https://openlibrary.org/search.json?q=key%3A%2Fworks%2F{1}&fields=author_name,first_publish_year,edition_count,ratings_average",
			},
			card: (json, { also }) => {
				const found = also("search").at("docs", 0);
				return {
					title: json.text("title"),
					facts: {
						Authors: found.texts(["author_name"]),
						"First published": found.text("first_publish_year") ?? json.text("first_publish_date"),
						Editions: found.number("edition_count"),
						Rating: found.number("ratings_average")?.toFixed(1),
						Subjects: json.texts(["subjects"]).slice(0, 30),
					},
					sections: { Description: json.text("description") ?? json.text("description", "value") },
				};
			},
		},
		{
			path: /^\/books\/(OL\d+M)(?:\/[^/]*)?\/?$/,
			api: "https://openlibrary.org/books/{1}.json",
			card: (json) => ({
				title: joined(": ", json.text("title"), json.text("subtitle")),
				summary: json.text("by_statement"),
				facts: {
					Publishers: json.texts(["publishers"]),
					Published: json.text("publish_date"),
					Pages: json.text("number_of_pages"),
					ISBN: [...json.texts(["isbn_13"]), ...json.texts(["isbn_10"])],
					Subjects: json.texts(["subjects"]).slice(0, 30),
				},
				sections: { Description: json.text("description") ?? json.text("description", "value") },
			}),
		},
	],
	spdx: [
		{
			path: /^\/licenses\/([\w.+-]+?)(?:\.html|\.json)?\/?$/,
			api: "https://spdx.org/licenses/{1}.json",
			card: (json) => {
				const text = json.text("licenseText") ?? json.text("licenseExceptionText");
				return {
					title: text && (json.text("name") ?? json.text("licenseId")),
					facts: {
						Identifier: json.text("licenseId") ?? json.text("licenseExceptionId"),
						"OSI approved": json.flag("isOsiApproved"),
						"FSF libre": json.flag("isFsfLibre"),
						Deprecated: json.flag("isDeprecatedLicenseId"),
						Links: json.texts(["seeAlso"]),
					},
					sections: { Notes: json.text("licenseComments"), Text: text && codeBlock(text, "text") },
				};
			},
		},
	],
	"sec-edgar": [
		{
			path: /^\/(?:cgi-bin\/browse-edgar|edgar\/browse)\/?$/,
			api: (_, url) => {
				const cik = /^\d{1,10}$/.exec(url.searchParams.get("CIK") ?? url.searchParams.get("cik") ?? "")?.[0];
				return whole`https://data.sec.gov/submissions/CIK${cik?.padStart(10, "0")}.json`;
			},
			card: (json) => {
				const recent = json.at("filings", "recent");
				return {
					title: json.text("name"),
					facts: {
						CIK: json.text("cik"),
						Tickers: json.texts(["tickers"]),
						Exchanges: json.texts(["exchanges"]),
						Industry: json.text("sicDescription"),
						"Fiscal year end": json.text("fiscalYearEnd"),
						"State of incorporation": json.text("stateOfIncorporation"),
					},
					sections: {
						"Latest filings": recent
							.list("accessionNumber")
							.slice(0, 40)
							.map((number, index) => {
								const folder = whole`https://www.sec.gov/Archives/edgar/data/${json.text("cik")?.replace(/^0+/, "")}/${number.text()?.replaceAll("-", "")}`;
								const about = joined(" ", recent.text("filingDate", index), recent.text("form", index));
								return whole`${about} ${folder}/${recent.text("primaryDocument", index)}`;
							}),
					},
				};
			},
		},
	],
	coingecko: [
		{
			path: /^\/(?:[a-z]{2}\/)?coins\/([\w-]+)\/?$/,
			api: "https://api.coingecko.com/api/v3/coins/{1}?localization=false&tickers=false&community_data=false&developer_data=false",
			card: (json, { url }) => {
				const usd = (...path: readonly string[]) => {
					const amount = json.number("market_data", ...path);
					return amount === undefined ? undefined : `$${grouped(amount)}`;
				};
				return {
					title: whole`${json.text("name")} (${json.text("symbol")?.toUpperCase()})`,
					facts: {
						Price: usd("current_price", "usd"),
						"Change in 24 h": whole`${json.number("market_data", "price_change_percentage_24h")?.toFixed(2)} %`,
						"Market cap": usd("market_cap", "usd"),
						Rank: json.number("market_cap_rank"),
						"Volume in 24 h": usd("total_volume", "usd"),
						"All-time high": usd("ath", "usd"),
						"Circulating supply": json.number("market_data", "circulating_supply"),
						"Maximum supply": json.number("market_data", "max_supply"),
						Homepage: json.texts(["links", "homepage"]),
						"Source code": json.texts(["links", "repos_url", "github"]),
						"Last update": json.text("last_updated"),
					},
					sections: { Description: htmlMarkdown(json.text("description", "en") ?? "", url.href) },
				};
			},
		},
	],
	vimeo: [
		{
			path: /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{5,12})(?:\/\w+)?\/?$/,
			api: "https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F{1}",
			card: (json) => ({
				title: json.text("title"),
				facts: {
					Author: json.text("author_name"),
					Seconds: json.number("duration"),
					Published: day(json.text("upload_date")),
				},
				sections: { Description: json.text("description") },
			}),
		},
	],
	spotify: [
		{
			path: /^\/(?:intl-[a-z]+\/)?((?:track|album|playlist|artist|episode|show)\/\w+)\/?$/,
			api: "https://open.spotify.com/oembed?url=https%3A%2F%2Fopen.spotify.com%2F{1}",
			card: (json, { parts: [place] }) => ({
				title: json.text("title"),
				facts: { Kind: place?.split("/")[0], Link: whole`https://open.spotify.com/${place}` },
			}),
		},
	],
	x: [
		{
			path: /^\/(\w+)\/status\/(\d+)(?:\/.*)?$/,
			api: "https://publish.twitter.com/oembed?omit_script=1&dnt=true&url=https%3A%2F%2Ftwitter.com%2F{1}%2Fstatus%2F{2}",
			card: (json, { parts: [user], url }) => {
				const text = htmlMarkdown(json.text("html") ?? "", url.href);
				return { title: text && whole`${json.text("author_name")} (@${user})`, text };
			},
		},
	],
};

function cveId(text: string | null): string | undefined {
	return /^CVE-\d{4}-\d{4,}$/i.exec(text ?? "")?.[0];
}

function cveCard(json: JsonReader): Card {
	const cve = json.at("vulnerabilities", 0, "cve");
	const metric = ["cvssMetricV40", "cvssMetricV31", "cvssMetricV30"]
		.map((version) => cve.at("metrics", version, 0, "cvssData"))
		.find((data) => data.number("baseScore") !== undefined);
	const inEnglish = (list: readonly JsonReader[]) => list.find((text) => text.text("lang") === "en")?.text("value");
	return {
		title: cve.text("id"),
		summary: inEnglish(cve.list("descriptions")),
		facts: {
			Status: cve.text("vulnStatus"),
			Published: day(cve.text("published")),
			Modified: day(cve.text("lastModified")),
			CVSS: metric && joined(" ", metric.text("baseScore"), metric.text("baseSeverity"), metric.text("vectorString")),
			Weaknesses: cve.list("weaknesses").map((weakness) => inEnglish(weakness.list("description"))),
			"Known exploited since": cve.text("cisaExploitAdd"),
			"Required action": cve.text("cisaRequiredAction"),
		},
		sections: {
			Affected: cve
				.list("configurations")
				.flatMap((configuration) => configuration.list("nodes"))
				.flatMap((node) => node.list("cpeMatch"))
				.filter((match) => match.flag("vulnerable"))
				.slice(0, 100)
				.map((match) => {
					const range = [
						whole`from ${match.text("versionStartIncluding")}`,
						whole`before ${match.text("versionEndExcluding")}`,
						whole`up to ${match.text("versionEndIncluding")}`,
					];
					const criteria = match.text("criteria");
					return criteria && joined(" ", `\`${oneLine(criteria)}\``, ...range);
				}),
			References: cve.list("references").map((reference) => {
				const tags = joined(", ", ...reference.texts(["tags"]));
				return reference.text("url") && joined(" ", reference.text("url"), tags && `(${tags})`);
			}),
		},
	};
}

function musicBrainzPage(kind: string, include: string): CardPage {
	return {
		path: new RegExp(`^/${kind}/([0-9a-f-]{36})/?$`),
		api: `https://musicbrainz.org/ws/2/${kind}/{1}?fmt=json&inc=${include}`,
		card: (json) => {
			const artists = json.list("artist-credit").map((credit) => credit.text("name"));
			return {
				title: joined(" – ", joined(", ", ...artists), json.text("title") ?? json.text("name")),
				summary: json.text("disambiguation"),
				facts: {
					Type: json.text("type") ?? json.text("primary-type"),
					Country: json.text("country") ?? json.text("area", "name"),
					Date: json.text("date") ?? json.text("first-release-date"),
					From: json.text("life-span", "begin"),
					To: json.text("life-span", "end"),
					Labels: json.list("label-info").map((info) => info.text("label", "name")),
				},
				sections: {
					Tracks: json
						.list("media")
						.flatMap((medium) => medium.list("tracks"))
						.map((track) => whole`${track.text("number")} ${track.text("title")}`),
					"Release groups": json
						.list("release-groups")
						.map(
							(group) => joined(" ", group.text("title"), whole`(${group.text("first-release-date")})`) || undefined,
						),
					Releases: json
						.list("releases")
						.map((release) => joined(" ", release.text("title"), whole`(${release.text("date")})`) || undefined),
					Links: json
						.list("relations")
						.map((relation) => whole`${relation.text("type")}: ${relation.text("url", "resource")}`),
				},
			};
		},
	};
}
