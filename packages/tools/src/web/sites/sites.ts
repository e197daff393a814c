import { RefusedAddress } from "../../services/web-access.ts";
import type { CardPage } from "./handler/card-page.ts";
import type { SiteHandler, SiteRender } from "./handler/site-handler.ts";

/** The handler for an address, if a site has one. Its code is loaded when it renders. */
export function siteHandlerFor(url: URL): SiteHandler | undefined {
	return siteHandlers.find((handler) => handler.matches(url));
}

interface SiteRow {
	readonly name: string;
	/** `example.org` is that host with or without `www.`; `.example.org` every host below it; `git.*` hosts that begin so; `*` any. */
	readonly hosts: readonly string[];
	/** Which of the host's pages, where the host says nothing. */
	readonly path?: RegExp;
	readonly load: () => Promise<SiteRender | undefined>;
}

type Tables = Readonly<Record<string, readonly CardPage[]>>;

/** Sites that are rows of a table: their name in it, and their hosts. */
const inTable = (
	table: () => Promise<Tables>,
	sites: Readonly<Record<string, readonly string[]>>,
): readonly SiteRow[] =>
	Object.entries(sites).map(([name, hosts]) => ({
		name,
		hosts,
		async load() {
			const [{ cardHandler }, pages] = await Promise.all([import("./handler/card-page.ts"), table()]);
			const page = pages[name];
			return page && cardHandler(page);
		},
	}));

const rows: readonly SiteRow[] = [
	{
		name: "github",
		hosts: ["github.com", "gist.github.com"],
		load: async () => (await import("./github/github.ts")).renderGithub,
	},
	{ name: "gitlab", hosts: ["gitlab.*"], load: async () => (await import("./gitlab.ts")).renderGitlab },
	{
		name: "go-packages",
		hosts: ["pkg.go.dev", "godoc.org"],
		load: async () => (await import("./reference/go-packages.ts")).renderGoPackages,
	},
	{
		name: "docs-rs",
		hosts: ["docs.rs"],
		load: async () => (await import("./reference/documentation.ts")).renderDocsRs,
	},
	{
		name: "stack-exchange",
		hosts: [
			...["stackoverflow.com", ".stackoverflow.com", ".stackexchange.com", "superuser.com", "serverfault.com"],
			...["askubuntu.com", "mathoverflow.net", "stackapps.com"],
		],
		load: async () => (await import("./forums/stack-exchange.ts")).renderStackExchange,
	},
	{
		name: "hacker-news",
		hosts: ["news.ycombinator.com"],
		load: async () => (await import("./forums/hacker-news.ts")).renderHackerNews,
	},
	{
		name: "reddit",
		hosts: ["reddit.com", ".reddit.com"],
		load: async () => (await import("./forums/reddit.ts")).renderReddit,
	},
	{ name: "lobsters", hosts: ["lobste.rs"], load: async () => (await import("./forums/lobsters.ts")).renderLobsters },
	{
		name: "wikipedia",
		hosts: [".wikipedia.org", ".wiktionary.org", ".wikibooks.org", ".wikivoyage.org", ".wikiquote.org"],
		load: async () => (await import("./reference/wikipedia.ts")).renderWikipedia,
	},
	{ name: "arxiv", hosts: ["arxiv.org"], load: async () => (await import("./reference/arxiv.ts")).renderArxiv },
	{ name: "mdn", hosts: ["developer.mozilla.org"], load: async () => (await import("./reference/mdn.ts")).renderMdn },
	{
		name: "youtube",
		hosts: ["youtube.com", "m.youtube.com", "youtu.be", "youtube-nocookie.com"],
		load: async () => (await import("./youtube.ts")).renderYoutube,
	},
	{
		name: "rfc",
		hosts: ["rfc-editor.org", "datatracker.ietf.org", "tools.ietf.org"],
		load: async () => (await import("./reference/rfc.ts")).renderRfc,
	},
	{
		name: "terraform",
		hosts: ["registry.terraform.io"],
		load: async () => (await import("./terraform.ts")).renderTerraform,
	},
	...inTable(async () => (await import("./tables/registries.data.ts")).registries, {
		npm: ["npmjs.com"],
		jsr: ["jsr.io"],
		pypi: ["pypi.org"],
		crates: ["crates.io"],
		rubygems: ["rubygems.org"],
		maven: ["central.sonatype.com", "search.maven.org", "mvnrepository.com"],
		nuget: ["nuget.org"],
		packagist: ["packagist.org"],
		hex: ["hex.pm"],
		"pub.dev": ["pub.dev"],
		hackage: ["hackage.haskell.org"],
		clojars: ["clojars.org"],
		metacpan: ["metacpan.org"],
		cran: ["cran.r-project.org", "cran.rstudio.com"],
		ctan: ["ctan.org"],
		conda: ["anaconda.org"],
	}),
	...inTable(async () => (await import("./tables/stores.data.ts")).stores, {
		huggingface: ["huggingface.co", "hf.co"],
		ollama: ["ollama.com"],
		"docker-hub": ["hub.docker.com"],
		"artifact-hub": ["artifacthub.io"],
		homebrew: ["formulae.brew.sh"],
		aur: ["aur.archlinux.org"],
		repology: ["repology.org"],
		flathub: ["flathub.org"],
		snapcraft: ["snapcraft.io"],
		"f-droid": ["f-droid.org"],
		"vscode-marketplace": ["marketplace.visualstudio.com"],
		"open-vsx": ["open-vsx.org"],
		"jetbrains-plugins": ["plugins.jetbrains.com"],
		"firefox-add-ons": ["addons.mozilla.org"],
	}),
	...inTable(async () => (await import("./tables/records.data.ts")).records, {
		nvd: ["nvd.nist.gov", "cve.org"],
		"cisa-kev": ["cisa.gov"],
		osv: ["osv.dev"],
		"semantic-scholar": ["semanticscholar.org"],
		crossref: ["doi.org", "dx.doi.org"],
		biorxiv: ["biorxiv.org", "medrxiv.org"],
		orcid: ["orcid.org"],
		discogs: ["discogs.com"],
		musicbrainz: ["musicbrainz.org"],
		"open-library": ["openlibrary.org"],
		spdx: ["spdx.org"],
		"sec-edgar": ["sec.gov"],
		coingecko: ["coingecko.com"],
		vimeo: ["vimeo.com"],
		spotify: ["open.spotify.com"],
		x: ["x.com", "twitter.com", "mobile.twitter.com"],
	}),
	{
		name: "pubmed",
		hosts: ["pubmed.ncbi.nlm.nih.gov"],
		load: async () => (await import("./reference/papers.ts")).renderPubmed,
	},
	{ name: "iacr", hosts: ["eprint.iacr.org"], load: async () => (await import("./reference/papers.ts")).renderIacr },
	{
		name: "wikidata",
		hosts: ["wikidata.org"],
		load: async () => (await import("./reference/wikidata.ts")).renderWikidata,
	},
	{
		name: "tldr",
		hosts: ["tldr.inbrowser.app"],
		load: async () => (await import("./reference/cheat-sheets.ts")).renderTldr,
	},
	{
		name: "cheat.sh",
		hosts: ["cheat.sh", "cht.sh"],
		load: async () => (await import("./reference/cheat-sheets.ts")).renderCheatSheet,
	},
	{
		name: "read-the-docs",
		hosts: [".readthedocs.io", ".rtfd.io"],
		load: async () => (await import("./reference/documentation.ts")).renderReadTheDocs,
	},
	{ name: "dev.to", hosts: ["dev.to"], load: async () => (await import("./forums/dev-to.ts")).renderDevTo },
	{ name: "bluesky", hosts: ["bsky.app"], load: async () => (await import("./forums/bluesky.ts")).renderBluesky },
	{
		name: "lemmy",
		hosts: ["lemmy.*", "beehaw.org", "feddit.*", "infosec.pub", "programming.dev", "sh.itjust.works", "sopuli.xyz"],
		load: async () => (await import("./forums/fediverse.ts")).renderLemmy,
	},
	// Programs that run on hosts of any name show themselves by their paths.
	{
		name: "mastodon",
		hosts: ["*"],
		path: /^\/@[\w.@-]+\/\d{8,20}\/?$/,
		load: async () => (await import("./forums/fediverse.ts")).renderMastodon,
	},
	{
		name: "discourse",
		hosts: ["*"],
		path: /^\/t\/(?:[^/]+\/)?\d+(?:\/\d+)?\/?$/,
		load: async () => (await import("./forums/discourse.ts")).renderDiscourse,
	},
];

/** In order; the first whose host fits is asked. */
export const siteHandlers: readonly SiteHandler[] = rows.map(({ name, hosts, path, load }) => ({
	name,
	matches: (url) =>
		isPlain(url) && hosts.some((host) => isHost(url.hostname, host)) && (path === undefined || path.test(url.pathname)),
	async render(url, site) {
		try {
			const render = await load();
			return await render?.(url, site);
		} catch (error) {
			if (site.signal.aborted || error instanceof RefusedAddress) throw error;
			// An answer of a shape that nobody thought of is doubt as well.
			return undefined;
		}
	},
}));

/** A port or a user name makes it another site, whatever its host is called. */
function isPlain(url: URL): boolean {
	return /^https?:$/.test(url.protocol) && url.port === "" && url.username === "" && url.password === "";
}

function isHost(hostname: string, host: string): boolean {
	// A name of the public web: a question about an inside host is asked when the page itself is fetched.
	if (host === "*")
		return /\.[a-z]{2,}$/.test(hostname) && !/\.(?:local|internal|localhost|lan|home|test)$/.test(hostname);
	if (host.startsWith(".")) return hostname.endsWith(host);
	if (host.endsWith(".*")) return hostname.startsWith(host.slice(0, -1)) && !/^[\d.]+$/.test(hostname);
	return hostname === host || hostname === `www.${host}`;
}
