import type { RecordedPage } from "./recorded-site.ts";

const cve = {
	vulnerabilities: [
		{
			cve: {
				id: "CVE-2021-44228",
				vulnStatus: "Analyzed",
				published: "2021-12-10T10:15:09.143",
				lastModified: "2025-04-03T20:53:22.977",
				descriptions: [
					{ lang: "en", value: "Apache Log4j2 JNDI features do not protect." },
					{ lang: "es", value: "…" },
				],
				metrics: {
					cvssMetricV31: [
						{
							type: "Primary",
							cvssData: {
								baseScore: 10,
								baseSeverity: "CRITICAL",
								vectorString: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H",
							},
						},
					],
				},
				weaknesses: [{ description: [{ lang: "en", value: "CWE-20" }] }],
				cisaExploitAdd: "2021-12-10",
				cisaRequiredAction: "Apply updates.",
				configurations: [
					{
						nodes: [
							{
								cpeMatch: [
									{
										vulnerable: true,
										criteria: "cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*",
										versionStartIncluding: "2.0.1",
										versionEndExcluding: "2.3.1",
									},
								],
							},
						],
					},
				],
				references: [{ url: "https://logging.apache.org/log4j/2.x/security.html", tags: ["Vendor Advisory"] }],
			},
		},
	],
};

/** One page or more of each site of the third tier. */
export const tierThreePages: Readonly<Record<string, RecordedPage>> = {
	nvd: {
		url: "https://nvd.nist.gov/vuln/detail/CVE-2021-44228",
		answers: { "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2021-44228": cve },
	},
	"cve.org": {
		url: "https://www.cve.org/CVERecord?id=CVE-2021-44228",
		answers: { "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2021-44228": cve },
	},
	"cisa kev": {
		url: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog?search_api_fulltext=log4j",
		answers: {
			"https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json": {
				title: "CISA Catalog of Known Exploited Vulnerabilities",
				catalogVersion: "2026.05.01",
				dateReleased: "2026-05-01T00:00:00.0000Z",
				count: 2,
				vulnerabilities: [
					{ cveID: "CVE-2020-1", vulnerabilityName: "Other", dateAdded: "2022-01-01" },
					{
						cveID: "CVE-2021-44228",
						vendorProject: "Apache",
						product: "Log4j2",
						vulnerabilityName: "Apache Log4j2 Remote Code Execution",
						dateAdded: "2021-12-10",
						dueDate: "2021-12-24",
						shortDescription: "JNDI features do not protect.",
					},
				],
			},
		},
	},
	osv: {
		url: "https://osv.dev/vulnerability/GHSA-jfh8-c2jp-5v3q",
		answers: {
			"https://api.osv.dev/v1/vulns/GHSA-jfh8-c2jp-5v3q": {
				id: "GHSA-jfh8-c2jp-5v3q",
				summary: "Remote code injection in Log4j",
				details: "# Summary\n\nLog4j…",
				aliases: ["CVE-2021-44228"],
				published: "2021-12-10T00:40:56Z",
				modified: "2025-01-01T00:00:00Z",
				severity: [{ type: "CVSS_V3", score: "CVSS:3.1/AV:N" }],
				affected: [
					{
						package: { ecosystem: "Maven", name: "org.apache.logging.log4j:log4j-core" },
						ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "2.13.0" }, { fixed: "2.15.0" }] }],
					},
				],
				references: [{ type: "ADVISORY", url: "https://nvd.nist.gov/vuln/detail/CVE-2021-44228" }],
			},
		},
	},
	"github advisory": {
		url: "https://github.com/advisories/GHSA-jfh8-c2jp-5v3q",
		answers: {
			"https://api.github.com/advisories/GHSA-jfh8-c2jp-5v3q": {
				ghsa_id: "GHSA-jfh8-c2jp-5v3q",
				cve_id: "CVE-2021-44228",
				summary: "Remote code injection in Log4j",
				description: "Log4j…",
				severity: "critical",
				cvss: { score: 10, vector_string: "CVSS:3.1/AV:N" },
				cwes: [{ cwe_id: "CWE-20", name: "Improper Input Validation" }],
				published_at: "2021-12-10T00:40:56Z",
				withdrawn_at: null,
				vulnerabilities: [
					{
						package: { ecosystem: "maven", name: "org.apache.logging.log4j:log4j-core" },
						vulnerable_version_range: ">= 2.13.0, < 2.15.0",
						first_patched_version: "2.15.0",
					},
				],
				references: ["https://nvd.nist.gov/vuln/detail/CVE-2021-44228"],
			},
		},
	},
	"semantic scholar": {
		url: "https://www.semanticscholar.org/paper/Attention-is-All-you-Need/204e3073870fae3d05bcbc2f6a8e263d9b72e776",
		answers: {
			"https://api.semanticscholar.org/graph/v1/paper/204e3073870fae3d05bcbc2f6a8e263d9b72e776?fields=title,abstract,authors,year,venue,citationCount,referenceCount,openAccessPdf,externalIds,tldr,publicationDate":
				{
					paperId: "204e3073870fae3d05bcbc2f6a8e263d9b72e776",
					title: "Attention is All you Need",
					abstract: "The dominant models",
					authors: [{ authorId: "1", name: "Ashish Vaswani" }],
					year: 2017,
					venue: "NIPS",
					citationCount: 130000,
					referenceCount: 41,
					externalIds: { ArXiv: "1706.03762" },
					tldr: { model: "x", text: "A new architecture." },
				},
		},
	},
	crossref: {
		url: "https://doi.org/10.1038/nature14539",
		answers: {
			"https://api.crossref.org/works/10.1038%2Fnature14539": {
				status: "ok",
				message: {
					DOI: "10.1038/nature14539",
					title: ["Deep learning"],
					author: [{ given: "Yann", family: "LeCun" }, { name: "A group" }],
					"container-title": ["Nature"],
					volume: "521",
					page: "436-444",
					published: { "date-parts": [[2015, 5, 27]] },
					publisher: "Springer",
					type: "journal-article",
					"is-referenced-by-count": 60000,
					abstract: "<jats:p>Deep learning allows…</jats:p>",
					resource: { primary: { URL: "https://www.nature.com/articles/nature14539" } },
				},
			},
		},
	},
	pubmed: {
		url: "https://pubmed.ncbi.nlm.nih.gov/26017442/",
		answers: {
			"https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?db=pubmed&id=26017442&retmode=xml":
				'<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>26017442</PMID><Article><Journal><JournalIssue><PubDate><Year>2015</Year><Month>May</Month><Day>28</Day></PubDate></JournalIssue><Title>Nature</Title></Journal><ArticleTitle>Deep learning.</ArticleTitle><Abstract><AbstractText Label="BACKGROUND">Deep learning allows.</AbstractText></Abstract><AuthorList><Author><LastName>LeCun</LastName><ForeName>Yann</ForeName></Author></AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">26017442</ArticleId><ArticleId IdType="doi">10.1038/nature14539</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>',
		},
	},
	biorxiv: {
		url: "https://www.biorxiv.org/content/10.1101/2020.05.22.111161v2",
		answers: {
			"https://api.biorxiv.org/details/biorxiv/10.1101/2020.05.22.111161": {
				messages: [{ status: "ok" }],
				collection: [
					{ title: "Old title", version: "1" },
					{
						doi: "10.1101/2020.05.22.111161",
						title: "A paper",
						authors: "Doe, J.; Roe, R.",
						date: "2020-06-01",
						version: "2",
						category: "neuroscience",
						abstract: "We found…",
						published: "NA",
						license: "cc_by",
					},
				],
			},
		},
	},
	orcid: {
		url: "https://orcid.org/0000-0002-1825-0097",
		answers: {
			"https://pub.orcid.org/v3.0/0000-0002-1825-0097/record": {
				person: {
					name: { "given-names": { value: "Josiah" }, "family-name": { value: "Carberry" } },
					biography: { content: "A fictitious person." },
					keywords: { keyword: [{ content: "psychoceramics" }] },
					"researcher-urls": {
						"researcher-url": [{ "url-name": "Brown", url: { value: "http://library.brown.edu" } }],
					},
				},
				"activities-summary": {
					employments: {
						"affiliation-group": [
							{
								summaries: [
									{
										"employment-summary": {
											"role-title": "Professor",
											organization: { name: "Brown University" },
											"start-date": { year: { value: "1929" } },
										},
									},
								],
							},
						],
					},
					works: {
						group: [
							{
								"work-summary": [
									{
										title: { title: { value: "Toward a Unified Theory" } },
										"journal-title": { value: "Journal of Psychoceramics" },
										"publication-date": { year: { value: "2008" } },
									},
								],
							},
						],
					},
				},
			},
		},
	},
	iacr: {
		url: "https://eprint.iacr.org/2023/123",
		answers: {
			"https://eprint.iacr.org/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3Aeprint.iacr.org%3A2023%2F123":
				'<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><GetRecord><record><header><identifier>oai:eprint.iacr.org:2023/123</identifier></header><metadata><oai_dc:dc><dc:title>A Cipher</dc:title><dc:creator>Alice</dc:creator><dc:creator>Bob</dc:creator><dc:description>We propose.</dc:description><dc:date>2023-02-01T00:00:00Z</dc:date><dc:rights>CC BY</dc:rights></oai_dc:dc></metadata></record></GetRecord></OAI-PMH>',
		},
	},
	discogs: {
		url: "https://www.discogs.com/release/249504-Rick-Astley-Never-Gonna-Give-You-Up",
		answers: {
			"https://api.discogs.com/releases/249504": {
				title: "Never Gonna Give You Up",
				artists: [{ name: "Rick Astley" }],
				year: 1987,
				country: "UK",
				labels: [{ name: "RCA", catno: "PB 41447" }],
				formats: [{ name: "Vinyl", descriptions: ['7"', "Single"] }],
				genres: ["Electronic", "Pop"],
				styles: ["Euro-Disco"],
				tracklist: [{ position: "A", title: "Never Gonna Give You Up", duration: "3:32" }],
			},
		},
	},
	"discogs artist": {
		url: "https://www.discogs.com/artist/72872-Rick-Astley",
		answers: {
			"https://api.discogs.com/artists/72872": {
				name: "Rick Astley",
				realname: "Richard Paul Astley",
				profile: "Singer",
				urls: ["https://www.rickastley.co.uk"],
			},
		},
	},
	musicbrainz: {
		url: "https://musicbrainz.org/release/59211ea4-ffd2-4ad9-9a4e-941d3148024a",
		answers: {
			"https://musicbrainz.org/ws/2/release/59211ea4-ffd2-4ad9-9a4e-941d3148024a?fmt=json&inc=recordings+artist-credits+labels":
				{
					title: "Æ³ & Esc",
					date: "2003-12-04",
					country: "GB",
					"artist-credit": [{ name: "Autechre" }, { name: "Gescom" }],
					"label-info": [{ label: { name: "skam" } }],
					media: [{ tracks: [{ number: "1", title: "Track" }] }],
				},
		},
	},
	wikidata: {
		url: "https://www.wikidata.org/wiki/Q42",
		answers: {
			"https://www.wikidata.org/wiki/Special:EntityData/Q42.json": {
				entities: {
					Q42: {
						labels: { en: { language: "en", value: "Douglas Adams" } },
						descriptions: { en: { language: "en", value: "English author" } },
						aliases: { en: [{ language: "en", value: "DNA" }] },
						sitelinks: { enwiki: { url: "https://en.wikipedia.org/wiki/Douglas_Adams" } },
						claims: {
							P31: [
								{ mainsnak: { datatype: "wikibase-item", datavalue: { value: { "entity-type": "item", id: "Q5" } } } },
							],
							P569: [{ mainsnak: { datatype: "time", datavalue: { value: { time: "+1952-03-11T00:00:00Z" } } } }],
							P214: [{ mainsnak: { datatype: "external-id", datavalue: { value: "113230702" } } }],
						},
					},
				},
			},
			"https://www.wikidata.org/w/api.php?action=wbgetentities&ids=P31%7CQ5%7CP569&props=labels&languages=en&format=json&formatversion=2":
				{
					entities: {
						P31: { labels: { en: { value: "instance of" } } },
						Q5: { labels: { en: { value: "human" } } },
						P569: { labels: { en: { value: "date of birth" } } },
					},
				},
		},
	},
	"open library work": {
		url: "https://openlibrary.org/works/OL45883W/Fantastic_Mr_Fox",
		answers: {
			"https://openlibrary.org/works/OL45883W.json": {
				title: "Fantastic Mr Fox",
				description: { type: "/type/text", value: "The main character" },
				subjects: ["Animals"],
			},
			"https://openlibrary.org/search.json?q=key%3A%2Fworks%2FOL45883W&fields=author_name,first_publish_year,edition_count,ratings_average":
				{
					docs: [{ author_name: ["Roald Dahl"], first_publish_year: 1970, edition_count: 100, ratings_average: 4.05 }],
				},
		},
	},
	"open library book": {
		url: "https://openlibrary.org/books/OL7353617M/Fantastic_Mr._Fox",
		answers: {
			"https://openlibrary.org/books/OL7353617M.json": {
				title: "Fantastic Mr. Fox",
				publishers: ["Puffin"],
				publish_date: "October 1, 1988",
				number_of_pages: 96,
				isbn_13: ["9780140328721"],
			},
		},
	},
	spdx: {
		url: "https://spdx.org/licenses/MIT.html",
		answers: {
			"https://spdx.org/licenses/MIT.json": {
				licenseId: "MIT",
				name: "MIT License",
				isOsiApproved: true,
				isFsfLibre: true,
				isDeprecatedLicenseId: false,
				seeAlso: ["https://opensource.org/license/mit/"],
				licenseText: "MIT License\n\nPermission is hereby granted…",
			},
		},
	},
	"sec edgar": {
		url: "https://www.sec.gov/edgar/browse/?CIK=320193",
		answers: {
			"https://data.sec.gov/submissions/CIK0000320193.json": {
				cik: "0000320193",
				name: "Apple Inc.",
				tickers: ["AAPL"],
				exchanges: ["Nasdaq"],
				sicDescription: "Electronic Computers",
				fiscalYearEnd: "0926",
				filings: {
					recent: {
						accessionNumber: ["0000320193-24-000123"],
						filingDate: ["2024-11-01"],
						form: ["10-K"],
						primaryDocument: ["aapl-20240928.htm"],
					},
				},
			},
		},
	},
	coingecko: {
		url: "https://www.coingecko.com/en/coins/bitcoin",
		answers: {
			"https://api.coingecko.com/api/v3/coins/bitcoin?localization=false&tickers=false&community_data=false&developer_data=false":
				{
					id: "bitcoin",
					symbol: "btc",
					name: "Bitcoin",
					market_cap_rank: 1,
					description: { en: 'The first <a href="https://example.org">coin</a>.' },
					links: {
						homepage: ["http://www.bitcoin.org", ""],
						repos_url: { github: ["https://github.com/bitcoin/bitcoin"] },
					},
					market_data: {
						current_price: { usd: 69840.5 },
						market_cap: { usd: 1375543987354 },
						total_volume: { usd: 18300000000 },
						price_change_percentage_24h: 0.84,
						ath: { usd: 73738 },
						circulating_supply: 19675987,
						max_supply: 21000000,
					},
					last_updated: "2026-04-07T03:35:59.417Z",
				},
		},
	},
	vimeo: {
		url: "https://vimeo.com/76979871",
		answers: {
			"https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871": {
				title: "The New Vimeo Player",
				author_name: "Vimeo Staff",
				duration: 62,
				upload_date: "2013-10-15 14:08:29",
				description: "It may look the same",
			},
		},
	},
	spotify: {
		url: "https://open.spotify.com/track/4PTG3Z6ehGkBFwjybzWkR8",
		answers: {
			"https://open.spotify.com/oembed?url=https%3A%2F%2Fopen.spotify.com%2Ftrack%2F4PTG3Z6ehGkBFwjybzWkR8": {
				title: "Never Gonna Give You Up",
				type: "rich",
			},
		},
	},
	x: {
		url: "https://x.com/jack/status/20",
		answers: {
			"https://publish.twitter.com/oembed?omit_script=1&dnt=true&url=https%3A%2F%2Ftwitter.com%2Fjack%2Fstatus%2F20": {
				author_name: "jack",
				html: '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">just setting up my twttr</p>&mdash; jack (@jack) <a href="https://twitter.com/jack/status/20">March 21, 2006</a></blockquote>\n',
			},
		},
	},
	tldr: {
		url: "https://tldr.inbrowser.app/pages/common/tar",
		answers: {
			"https://raw.githubusercontent.com/tldr-pages/tldr/main/pages/common/tar.md": "# tar\n\n> Archiving utility.\n",
		},
	},
	"cheat.sh": {
		url: "https://cheat.sh/go/slice",
		answers: { "https://cheat.sh/go/slice?T": "# slices\n\ns := []int{1}\n" },
		anyText: true,
	},
	"read the docs": {
		url: "https://requests.readthedocs.io/en/latest/user/install/",
		answers: {
			"https://requests.readthedocs.io/en/latest/user/install/":
				'<html><head><title>Installation — Requests</title></head><body><nav>menu</nav><div class="document"><div role="main" class="body"><section id="x"><h1>Installation<a class="headerlink" href="#x">¶</a></h1><p>To install <a href="../intro">Requests</a>, run this command in your terminal:</p><div class="highlight"><pre><span class="gp">$ </span>python -m pip install requests\n</pre></div></section></div></div><footer>foot</footer></body></html>',
		},
	},
	"dev.to": {
		url: "https://dev.to/ben/a-post-1abc",
		answers: {
			"https://dev.to/api/articles/ben/a-post-1abc": {
				id: 150589,
				title: "A post",
				body_markdown: "Some **text**.",
				published_at: "2026-03-01T00:00:00Z",
				tag_list: "webdev, rust",
				tags: ["webdev", "rust"],
				positive_reactions_count: 12,
				comments_count: 1,
				canonical_url: "https://dev.to/ben/a-post-1abc",
				user: { name: "Ben Halpern", username: "ben" },
			},
			"https://dev.to/api/comments?a_id=150589": [
				{
					id_code: "x",
					created_at: "2026-03-02T00:00:00Z",
					body_html: "<p>Great!</p>",
					user: { username: "jess" },
					children: [],
				},
			],
		},
	},
	discourse: {
		url: "https://users.rust-lang.org/t/a-topic/12345/7",
		answers: {
			"https://users.rust-lang.org/t/12345/7.json": {
				title: "A topic",
				posts_count: 30,
				views: 900,
				like_count: 12,
				tags: ["async"],
				created_at: "2026-03-01T00:00:00.000Z",
				closed: false,
				post_stream: {
					posts: [
						{
							post_number: 5,
							username: "alice",
							created_at: "2026-03-01T00:00:00.000Z",
							cooked: "<p>How?</p>",
							actions_summary: [{ id: 2, count: 3 }],
						},
						{
							post_number: 7,
							username: "bob",
							created_at: "2026-03-02T00:00:00.000Z",
							cooked: "<p>So.</p>",
							accepted_answer: true,
						},
					],
				},
			},
		},
	},
	mastodon: {
		url: "https://mastodon.social/@Gargron/100254678717223630",
		answers: {
			"https://mastodon.social/api/v1/statuses/100254678717223630": {
				id: "100254678717223630",
				created_at: "2018-06-23T00:00:00.000Z",
				content: '<p>Hello <a href="https://example.org">world</a></p>',
				account: { acct: "Gargron", display_name: "Eugen" },
				replies_count: 2,
				reblogs_count: 10,
				favourites_count: 30,
				spoiler_text: "",
				media_attachments: [{ description: "A cat" }],
			},
			"https://mastodon.social/api/v1/statuses/100254678717223630/context": {
				ancestors: [{ id: "1", content: "<p>Before</p>", account: { acct: "alice" } }],
				descendants: [
					{
						id: "2",
						in_reply_to_id: "100254678717223630",
						content: "<p>Reply</p>",
						account: { acct: "bob@example.org" },
						created_at: "2018-06-24T00:00:00.000Z",
					},
					{
						id: "3",
						in_reply_to_id: "2",
						content: "<p>Again</p>",
						account: { acct: "alice" },
						created_at: "2018-06-25T00:00:00.000Z",
					},
				],
			},
		},
	},
	lemmy: {
		url: "https://lemmy.world/post/123",
		answers: {
			"https://lemmy.world/api/v3/post?id=123": {
				post_view: {
					post: { name: "A post", body: "Text", url: "https://example.org", published: "2026-01-01T00:00:00Z" },
					creator: { name: "alice" },
					community: { name: "rust" },
					counts: { score: 12, comments: 2 },
				},
			},
			"https://lemmy.world/api/v3/comment/list?post_id=123&type_=All&sort=Hot&limit=50&max_depth=8": {
				comments: [
					{
						comment: { id: 6, content: "Reply", path: "0.5.6", published: "2026-01-03T00:00:00Z" },
						creator: { name: "carol" },
						counts: { score: 1 },
					},
					{
						comment: { id: 5, content: "First", path: "0.5", published: "2026-01-02T00:00:00Z" },
						creator: { name: "bob" },
						counts: { score: 2 },
					},
				],
			},
		},
	},
	"bluesky post": {
		url: "https://bsky.app/profile/bsky.app/post/3l6oveex3ii2l",
		answers: {
			"https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fbsky.app%2Fapp.bsky.feed.post%2F3l6oveex3ii2l&depth=10&parentHeight=10":
				{
					thread: {
						$type: "app.bsky.feed.defs#threadViewPost",
						post: {
							author: { handle: "bsky.app", displayName: "Bluesky" },
							record: { text: "Hello", createdAt: "2024-10-17T00:00:00.000Z" },
							likeCount: 100,
							repostCount: 5,
							replyCount: 1,
						},
						parent: { post: { author: { handle: "alice.example" }, record: { text: "Before" } } },
						replies: [
							{
								post: {
									author: { handle: "bob.example" },
									record: { text: "Hi", createdAt: "2024-10-18T00:00:00.000Z" },
									likeCount: 1,
								},
								replies: [],
							},
						],
					},
				},
		},
	},
	"bluesky profile": {
		url: "https://bsky.app/profile/bsky.app",
		answers: {
			"https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile?actor=bsky.app": {
				handle: "bsky.app",
				displayName: "Bluesky",
				description: "Official account",
				followersCount: 20000000,
				followsCount: 5,
				postsCount: 700,
			},
			"https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed?actor=bsky.app&limit=20": {
				feed: [{ post: { record: { text: "News", createdAt: "2026-01-01T00:00:00.000Z" } } }],
			},
		},
	},
};
