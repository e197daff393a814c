import type { RecordedPage } from "./recorded-site.ts";

/** One page or more of each site of the first tier but GitHub. */
export const tierOnePages: Readonly<Record<string, RecordedPage>> = {
	npm: {
		url: "https://www.npmjs.com/package/@scope/tiny",
		answers: {
			"https://unpkg.com/@scope/tiny@latest/package.json": {
				name: "@scope/tiny",
				version: "2.1.0",
				description: "Tiny things",
				license: "MIT",
				homepage: "https://tiny.example",
				repository: { type: "git", url: "git+https://github.com/scope/tiny.git" },
				keywords: ["tiny", "small"],
				maintainers: [{ name: "alice", email: "a@example.com" }],
				engines: { node: ">=20" },
				dependencies: { ms: "^2.1.3" },
			},
			"https://api.npmjs.org/downloads/point/last-week/%40scope/tiny": { downloads: 1234567, package: "@scope/tiny" },
			"https://unpkg.com/@scope/tiny@2.1.0/README.md": "# tiny\n\nUse it.\n",
		},
	},
	"npm version": {
		url: "https://www.npmjs.com/package/tiny/v/1.0.0",
		answers: {
			"https://unpkg.com/tiny@1.0.0/package.json": { name: "tiny", version: "1.0.0", license: "ISC" },
		},
	},
	"hacker news item": {
		url: "https://news.ycombinator.com/item?id=8863",
		answers: {
			"https://hn.algolia.com/api/v1/items/8863": {
				id: 8863,
				created_at: "2007-04-04T19:16:40.000Z",
				author: "dhouston",
				title: "My YC app: Dropbox",
				url: "http://www.getdropbox.com/u/2/screencast.html",
				text: null,
				points: 104,
				type: "story",
				children: [
					{
						id: 8952,
						created_at: "2007-04-04T20:00:00.000Z",
						author: "nickb",
						text: '<p>First &amp; best. See <a href="https:&#x2F;&#x2F;example.org&#x2F;a">this</a>.<p>Second.',
						children: [
							{ id: 9000, author: "alice", created_at: "2007-04-05T00:00:00.000Z", text: "Agreed.", children: [] },
						],
					},
					{
						id: 8876,
						author: null,
						text: null,
						children: [{ author: "bob", text: "Reply to a deleted one", children: [] }],
					},
				],
			},
		},
	},
	"hacker news front page": {
		url: "https://news.ycombinator.com/",
		answers: {
			"https://hn.algolia.com/api/v1/search?tags=front_page&hitsPerPage=30": {
				hits: [
					{
						objectID: "1",
						title: "A story",
						url: "https://example.org/a",
						author: "alice",
						points: 1,
						num_comments: 12,
					},
					{ objectID: "2", title: "Ask HN: why?", url: null, author: "bob", points: 30, num_comments: 1 },
				],
			},
		},
	},
	"gitlab project": {
		url: "https://gitlab.com/group/sub/tool",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Fsub%2Ftool": {
				path_with_namespace: "group/sub/tool",
				description: "A tool",
				default_branch: "main",
				star_count: 5,
				forks_count: 1,
				open_issues_count: 2,
				topics: ["go"],
				last_activity_at: "2026-05-05T00:00:00.000Z",
				readme_url: "https://gitlab.com/group/sub/tool/-/blob/main/README.md",
				archived: false,
			},
			"https://gitlab.com/api/v4/projects/group%2Fsub%2Ftool/repository/tree?per_page=100&ref=main": [
				{ id: "a", name: "cmd", type: "tree", path: "cmd", mode: "040000" },
				{ id: "b", name: "README.md", type: "blob", path: "README.md", mode: "100644" },
			],
			"https://gitlab.com/api/v4/projects/group%2Fsub%2Ftool/repository/files/README.md/raw?ref=main": "# Tool\n",
		},
	},
	"gitlab folder": {
		url: "https://gitlab.gnome.org/GNOME/glib/-/tree/main/gio",
		answers: {
			"https://gitlab.gnome.org/api/v4/projects/GNOME%2Fglib/repository/tree?per_page=100&ref=main&path=gio": [
				{ name: "gfile.c", type: "blob" },
			],
		},
	},
	"gitlab file": {
		url: "https://gitlab.com/group/tool/-/blob/main/cmd/main.go",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/repository/files/cmd%2Fmain.go/raw?ref=main": "package main\n",
		},
		anyText: true,
	},
	"gitlab merge request": {
		url: "https://gitlab.com/group/tool/-/merge_requests/12",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/merge_requests/12": {
				iid: 12,
				title: "Add a flag",
				description: "Adds `--all`.",
				state: "merged",
				author: { username: "alice" },
				source_branch: "flag",
				target_branch: "main",
				created_at: "2026-02-01T00:00:00.000Z",
				merged_at: "2026-02-03T00:00:00.000Z",
				labels: ["feature"],
				user_notes_count: 1,
			},
			"https://gitlab.com/api/v4/projects/group%2Ftool/merge_requests/12/notes?per_page=100&sort=asc&order_by=created_at":
				[
					{ body: "added 1 commit", system: true, author: { username: "alice" } },
					{ body: "Looks good", system: false, author: { username: "bob" }, created_at: "2026-02-02T00:00:00.000Z" },
				],
			"https://gitlab.com/api/v4/projects/group%2Ftool/merge_requests/12/diffs?per_page=100": [
				{ old_path: "a.go", new_path: "a.go", diff: "@@ -1 +1 @@\n-a\n+b\n" },
			],
		},
	},
	"gitlab issues": {
		url: "https://gitlab.com/group/tool/-/issues",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/issues?state=opened&per_page=50": [
				{
					iid: 3,
					title: "It fails",
					web_url: "https://gitlab.com/group/tool/-/issues/3",
					author: { username: "bob" },
					created_at: "2026-02-02T00:00:00.000Z",
					labels: [],
				},
			],
		},
	},
	"gitlab commit": {
		url: "https://gitlab.com/group/tool/-/commit/6104942438c14ec7bd21c6cd5bd995272b3faff6",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/repository/commits/6104942438c14ec7bd21c6cd5bd995272b3faff6": {
				id: "6104942438c14ec7bd21c6cd5bd995272b3faff6",
				title: "Sanitize for network graph",
				message: "Sanitize for network graph\n\nMore.",
				author_name: "randx",
				authored_date: "2026-09-20T09:06:12.420+03:00",
				parent_ids: ["ae1d9fb46aa2b07ee9836d49862ec4e2c46fbbba"],
				stats: { additions: 15, deletions: 10, total: 25 },
			},
			"https://gitlab.com/api/v4/projects/group%2Ftool/repository/commits/6104942438c14ec7bd21c6cd5bd995272b3faff6/diff?per_page=100":
				[{ old_path: "a.rb", new_path: "b.rb", diff: "@@ -1 +1 @@\n-a\n+b\n" }],
		},
	},
	"gitlab release": {
		url: "https://gitlab.com/group/tool/-/releases/v1.2",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/releases/v1.2": {
				tag_name: "v1.2",
				name: "Awesome",
				description: "- new",
				released_at: "2026-01-03T01:56:19.539Z",
				author: { username: "root" },
				assets: { links: [{ name: "linux", url: "https://gitlab.com/group/tool/linux" }] },
			},
		},
	},
	"gitlab releases": {
		url: "https://gitlab.com/group/tool/-/releases",
		answers: {
			"https://gitlab.com/api/v4/projects/group%2Ftool/releases?per_page=10": [
				{ tag_name: "v1.2", name: "Awesome", description: "- new", released_at: "2026-01-03T01:56:19.539Z" },
			],
		},
	},
	pypi: {
		url: "https://pypi.org/project/sampleproject/",
		answers: {
			"https://pypi.org/pypi/sampleproject/json": {
				info: {
					name: "sampleproject",
					version: "4.0.0",
					summary: "A sample Python project",
					license: "MIT License\n\nCopyright …",
					license_expression: null,
					requires_python: ">=3.9",
					author: "A. Random Developer",
					author_email: "author@example.com",
					home_page: "",
					project_urls: {
						Source: "https://github.com/pypa/sampleproject/",
						"Bug Reports": "https://github.com/pypa/sampleproject/issues",
					},
					requires_dist: ["peppercorn", 'check-manifest; extra == "dev"'],
					description: "# A sample Python project\n\nText.",
					description_content_type: "text/markdown",
					yanked: false,
					yanked_reason: null,
				},
				urls: [
					{
						filename: "sampleproject-4.0.0-py3-none-any.whl",
						size: 4662,
						upload_time_iso_8601: "2024-11-06T22:37:24.473287Z",
					},
				],
				vulnerabilities: [],
			},
		},
	},
	"pypi version": {
		url: "https://pypi.org/project/sampleproject/1.0/",
		answers: {
			"https://pypi.org/pypi/sampleproject/1.0/json": {
				info: { name: "sampleproject", version: "1.0", yanked: true, yanked_reason: "broken" },
				urls: [],
				vulnerabilities: [{ id: "PYSEC-2026-1", aliases: ["CVE-2026-1"] }],
			},
		},
	},
	"crates.io": {
		url: "https://crates.io/crates/tinyvec",
		answers: {
			"https://crates.io/api/v1/crates/tinyvec": {
				crate: {
					id: "tinyvec",
					name: "tinyvec",
					description: "Vectors on the stack",
					max_stable_version: "1.9.0",
					newest_version: "2.0.0-alpha.1",
					downloads: 300000000,
					recent_downloads: 40000000,
					repository: "https://github.com/Lokathor/tinyvec",
					documentation: null,
					homepage: null,
					keywords: ["vec", "no_std"],
				},
				versions: [
					{ num: "2.0.0-alpha.1", created_at: "2026-02-01T00:00:00Z", license: "Zlib", yanked: false, features: {} },
					{
						num: "1.9.0",
						created_at: "2025-02-13T00:00:00Z",
						license: "Zlib OR Apache-2.0 OR MIT",
						rust_version: "1.55",
						yanked: false,
						features: { default: [], alloc: ["tinyvec_macros"] },
					},
				],
			},
			"https://static.crates.io/readmes/tinyvec/tinyvec-1.9.0.html":
				"<h1>tinyvec</h1>\n<p>A <code>Vec</code> replacement.</p>",
		},
	},
	"docs.rs": {
		url: "https://docs.rs/tinyvec/latest/tinyvec/struct.ArrayVec.html",
		answers: {
			"https://docs.rs/tinyvec/latest/tinyvec/struct.ArrayVec.html":
				'<!DOCTYPE html><html><head><title>ArrayVec in tinyvec - Rust</title></head><body><nav class="sidebar"><a href="#">x</a></nav><main><section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">ArrayVec</span><button id="copy-path">Copy</button></h1><span class="sub-heading"><a class="src" href="../src/x.html">Source</a></span></div><pre class="rust item-decl"><code>pub struct ArrayVec&lt;A: <a href="trait.Array.html">Array</a>&gt; { <span class="comment">/* private fields */</span> }</code></pre><details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>An array-backed, vector-like <a href="../index.html">structure</a>.</p></div></details><h2 id="implementations" class="section-header">Implementations<a href="#implementations" class="anchor">§</a></h2></section></main></body></html>',
		},
	},
	"go package": {
		url: "https://pkg.go.dev/golang.org/x/time/rate@v0.15.0",
		answers: {
			"https://pkg.go.dev/v1/package/golang.org/x/time/rate?version=v0.15.0&doc=markdown&licenses=true&imports=true": {
				modulePath: "golang.org/x/time",
				version: "v0.15.0",
				isLatest: true,
				isStandardLibrary: false,
				path: "golang.org/x/time/rate",
				name: "rate",
				synopsis: "Package rate provides a rate limiter.",
				docs: "# package rate\n\n## type Limiter\n",
				imports: ["context", "time"],
				licenses: [{ types: ["BSD-3-Clause"], filePath: "LICENSE" }],
			},
			"https://pkg.go.dev/v1/module/golang.org/x/time": {
				path: "golang.org/x/time",
				version: "v0.15.0",
				commitTime: "2026-02-11T19:14:29Z",
				repoUrl: "https://cs.opensource.google/go/x/time",
			},
		},
	},
	"go module": {
		url: "https://pkg.go.dev/golang.org/x/time",
		answers: {
			"https://pkg.go.dev/v1beta/module/golang.org/x/time?readme=true&licenses=true": {
				path: "golang.org/x/time",
				version: "v0.15.0",
				commitTime: "2026-02-11T19:14:29Z",
				readme: { filepath: "README.md", contents: "# Go Time\n" },
			},
			"https://pkg.go.dev/v1beta/packages/golang.org/x/time": {
				items: [{ path: "golang.org/x/time/rate", synopsis: "Package rate provides a rate limiter." }],
				total: 1,
			},
		},
	},
	rubygems: {
		url: "https://rubygems.org/gems/rake",
		answers: {
			"https://rubygems.org/api/v1/gems/rake.json": {
				name: "rake",
				version: "13.2.1",
				version_created_at: "2024-04-05T00:00:00.000Z",
				info: "Rake is a Make-like program.",
				licenses: ["MIT"],
				authors: "Hiroshi SHIBATA, Jim Weirich",
				homepage_uri: "https://github.com/ruby/rake",
				downloads: 1000000,
				dependencies: { development: [], runtime: [{ name: "psych", requirements: ">= 4" }] },
			},
			"https://raw.githubusercontent.com/ruby/rake/HEAD/README.md": "# RAKE\n",
			"https://rubygems.org/api/v1/versions/rake.json": [{ number: "13.2.1", created_at: "2024-04-05T00:00:00.000Z" }],
		},
	},
	"rubygems version": {
		url: "https://rubygems.org/gems/rake/versions/12.0.0",
		answers: {
			"https://rubygems.org/api/v2/rubygems/rake/versions/12.0.0.json": {
				name: "rake",
				number: "12.0.0",
				created_at: "2016-12-06T00:00:00.000Z",
				description: "Rake",
				licenses: ["MIT"],
				ruby_version: ">= 1.9.3",
			},
		},
	},
	maven: {
		url: "https://central.sonatype.com/artifact/com.google.inject/guice",
		answers: {
			"https://search.maven.org/solrsearch/select?q=g%3A%22com.google.inject%22%20AND%20a%3A%22guice%22&core=gav&rows=20&wt=json":
				{
					response: {
						numFound: 1,
						docs: [
							{
								id: "com.google.inject:guice:7.0.0",
								g: "com.google.inject",
								a: "guice",
								v: "7.0.0",
								p: "jar",
								timestamp: 1683910000000,
							},
						],
					},
				},
			"https://repo1.maven.org/maven2/com/google/inject/guice/7.0.0/guice-7.0.0.pom":
				'<?xml version="1.0"?><project><name>Google Guice - Core Library</name><description>Dependency injection</description><url>https://github.com/google/guice</url><licenses><license><name>Apache-2.0</name></license></licenses><dependencies><dependency><groupId>jakarta.inject</groupId><artifactId>jakarta.inject-api</artifactId><version>2.0.1</version></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency></dependencies></project>',
		},
	},
	nuget: {
		url: "https://www.nuget.org/packages/Newtonsoft.Json",
		answers: {
			"https://azuresearch-usnc.nuget.org/query?q=packageid%3ANewtonsoft.Json&prerelease=true&semVerLevel=2.0.0": {
				totalHits: 1,
				data: [
					{
						id: "Newtonsoft.Json",
						version: "13.0.3",
						description: "Json.NET is a popular high-performance JSON framework for .NET",
						authors: ["James Newton-King"],
						projectUrl: "https://www.newtonsoft.com/json",
						licenseUrl: "https://www.nuget.org/packages/Newtonsoft.Json/13.0.3/license",
						totalDownloads: 5000000000,
						tags: ["json"],
						versions: [
							{ version: "13.0.2", downloads: 1 },
							{ version: "13.0.3", downloads: 2 },
						],
					},
				],
			},
			"https://api.nuget.org/v3-flatcontainer/newtonsoft.json/13.0.3/readme": "# Json.NET\n",
		},
	},
	packagist: {
		url: "https://packagist.org/packages/monolog/monolog",
		answers: {
			"https://raw.githubusercontent.com/Seldaek/monolog/HEAD/README.md": "# Monolog\n",
			"https://packagist.org/packages/monolog/monolog.json": {
				package: {
					name: "monolog/monolog",
					description: "Sends your logs to files, sockets, inboxes",
					type: "library",
					repository: "https://github.com/Seldaek/monolog",
					github_stars: 21000,
					downloads: { total: 900000000, monthly: 15000000, daily: 500000 },
					maintainers: [{ name: "seldaek" }],
					versions: {
						"dev-main": { version: "dev-main", require: { php: ">=8.1" } },
						"3.9.0": {
							version: "3.9.0",
							time: "2025-03-24T10:02:05+00:00",
							license: ["MIT"],
							homepage: "https://github.com/Seldaek/monolog",
							require: { php: ">=8.1", "psr/log": "^2.0 || ^3.0" },
						},
					},
				},
			},
		},
	},
	hex: {
		url: "https://hex.pm/packages/plug",
		answers: {
			"https://raw.githubusercontent.com/elixir-plug/plug/HEAD/README.md": "# Plug\n",
			"https://hex.pm/api/packages/plug": {
				name: "plug",
				latest_version: "1.18.0",
				latest_stable_version: "1.18.0",
				docs_html_url: "https://hexdocs.pm/plug/",
				meta: {
					description: "Compose web applications with functions",
					licenses: ["Apache-2.0"],
					links: { GitHub: "https://github.com/elixir-plug/plug" },
				},
				downloads: { all: 150000000, week: 400000 },
				owners: [{ username: "josevalim" }],
				releases: [{ version: "1.18.0", inserted_at: "2025-05-07T00:00:00.000000Z" }],
			},
		},
	},
	"pub.dev": {
		url: "https://pub.dev/packages/http",
		answers: {
			"https://pub.dev/api/packages/http": {
				name: "http",
				latest: {
					version: "1.5.0",
					published: "2025-08-01T00:00:00.000Z",
					pubspec: {
						description: "A composable API for making HTTP requests.",
						repository: "https://github.com/dart-lang/http",
						environment: { sdk: "^3.4.0" },
						dependencies: { async: "^2.5.0", flutter: { sdk: "flutter" } },
					},
				},
				versions: [{ version: "1.4.0" }, { version: "1.5.0" }],
			},
			"https://pub.dev/api/packages/http/score": {
				grantedPoints: 160,
				maxPoints: 160,
				likeCount: 8000,
				downloadCount30Days: 6000000,
			},
			"https://pub.dev/packages/http":
				'<html><body><h1>http</h1><section class="tab-content detail-tab-readme-content -active markdown-body"><p>A composable API.</p><section><h2>Using</h2></section></section><section>other</section></body></html>',
		},
	},
	"stack overflow": {
		url: "https://stackoverflow.com/questions/11227809/why-is-it-faster",
		answers: {
			"https://api.stackexchange.com/2.3/questions/11227809?site=stackoverflow.com&filter=withbody": {
				items: [
					{
						question_id: 11227809,
						title: "Why is &quot;sorted&quot; faster?",
						body: '<p>Here is <code>code</code>:</p>\n<pre class="lang-cpp prettyprint-override"><code>int a &lt; b;\n</code></pre>',
						score: 27000,
						view_count: 1900000,
						answer_count: 25,
						tags: ["c++", "performance"],
						owner: { display_name: "GManNickG" },
						creation_date: 1340805096,
						link: "https://stackoverflow.com/questions/11227809/why",
					},
				],
				has_more: false,
				quota_remaining: 290,
			},
			"https://api.stackexchange.com/2.3/questions/11227809/answers?order=desc&sort=votes&pagesize=30&site=stackoverflow.com&filter=withbody":
				{
					items: [
						{
							answer_id: 1,
							body: "<p>Other.</p>",
							score: 40000,
							is_accepted: false,
							owner: { display_name: "A &amp; B" },
							creation_date: 1340805996,
						},
						{
							answer_id: 2,
							body: "<p><strong>Branch prediction.</strong></p>",
							score: 34000,
							is_accepted: true,
							owner: { display_name: "Mysticial" },
							creation_date: 1340805996,
						},
					],
				},
		},
	},
	"stack exchange answer": {
		url: "https://unix.stackexchange.com/a/77",
		answers: {
			"https://api.stackexchange.com/2.3/answers/77/questions?site=unix.stackexchange.com&filter=withbody": {
				items: [
					{ question_id: 5, title: "What is a shell?", body: "<p>Tell me.</p>", score: 1, answer_count: 2, tags: [] },
				],
			},
			"https://api.stackexchange.com/2.3/questions/5/answers?order=desc&sort=votes&pagesize=30&site=unix.stackexchange.com&filter=withbody":
				{
					items: [
						{ answer_id: 76, body: "<p>Accepted.</p>", score: 9, is_accepted: true },
						{ answer_id: 77, body: "<p>Linked.</p>", score: 1, is_accepted: false },
					],
				},
		},
	},
	"reddit thread": {
		url: "https://old.reddit.com/r/rust/comments/1abc2d/a_title/",
		answers: {
			"https://www.reddit.com/r/rust/comments/1abc2d/a_title.json?limit=200&raw_json=1": [
				{
					kind: "Listing",
					data: {
						children: [
							{
								kind: "t3",
								data: {
									title: "A title",
									subreddit_name_prefixed: "r/rust",
									author: "ferris",
									score: 321,
									num_comments: 2,
									created_utc: 1767225600,
									is_self: true,
									selftext: "Some **text**.",
									url: "https://www.reddit.com/r/rust/comments/1abc2d/a_title/",
								},
							},
						],
					},
				},
				{
					kind: "Listing",
					data: {
						children: [
							{
								kind: "t1",
								data: {
									author: "crab",
									body: "Nice.",
									score: 5,
									created_utc: 1767229200,
									replies: {
										kind: "Listing",
										data: {
											children: [
												{
													kind: "t1",
													data: { author: "ferris", body: "Thanks", score: 1, created_utc: 1767229200, replies: "" },
												},
											],
										},
									},
								},
							},
							{ kind: "more", data: { count: 10, children: ["x"] } },
						],
					},
				},
			],
		},
	},
	"reddit list": {
		url: "https://www.reddit.com/r/rust/top/",
		answers: {
			"https://www.reddit.com/r/rust/top.json?limit=30&raw_json=1": {
				kind: "Listing",
				data: {
					children: [
						{
							kind: "t3",
							data: {
								title: "A link",
								author: "ferris",
								score: 3,
								num_comments: 1,
								is_self: false,
								url: "https://example.org/",
								permalink: "/r/rust/comments/x/a_link/",
							},
						},
					],
				},
			},
		},
	},
	"lobsters story": {
		url: "https://lobste.rs/s/abc123/a_story",
		answers: {
			"https://lobste.rs/s/abc123.json": {
				short_id: "abc123",
				title: "A story",
				url: "https://example.org/story",
				score: 42,
				created_at: "2026-03-01T00:00:00.000-06:00",
				submitter_user: "alice",
				tags: ["programming"],
				description: "",
				comments: [
					{
						comment_plain: "First",
						commenting_user: "bob",
						score: 3,
						depth: 0,
						created_at: "2026-03-01T01:00:00.000-06:00",
					},
					{
						comment_plain: "Reply",
						commenting_user: "carol",
						score: 1,
						depth: 1,
						created_at: "2026-03-01T02:00:00.000-06:00",
					},
					{
						comment_plain: "Second",
						commenting_user: "dave",
						score: 2,
						depth: 0,
						created_at: "2026-03-01T03:00:00.000-06:00",
					},
				],
			},
		},
	},
	"lobsters list": {
		url: "https://lobste.rs/",
		answers: {
			"https://lobste.rs/hottest.json": [
				{
					title: "A story",
					url: "https://example.org/story",
					score: 42,
					comment_count: 3,
					tags: ["rust"],
					comments_url: "https://lobste.rs/s/abc123/a_story",
				},
			],
		},
	},
	wikipedia: {
		url: "https://en.m.wikipedia.org/wiki/Ada_(programming_language)",
		answers: {
			"https://en.wikipedia.org/w/api.php?action=parse&page=Ada_(programming_language)&prop=text&formatversion=2&format=json&redirects=1&disableeditsection=1&disabletoc=1&disablelimitreport=1":
				{
					parse: {
						title: "Ada (programming language)",
						pageid: 1242,
						text: '<div class="mw-content-ltr mw-parser-output"><div class="shortdescription nomobile noexcerpt noprint">Language</div><table class="infobox"><tbody><tr><th scope="row">Paradigm</th><td><a href="/wiki/Multi-paradigm">Multi-paradigm</a></td></tr><tr><th scope="row">Designed by</th><td>MIL-STD-1815</td></tr></tbody></table><p><b>Ada</b> is a <a href="/wiki/Typed" title="x">typed</a> language.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup></p><h2 id="History">History</h2><p>Since 1980.</p><div class="reflist"><ol class="references"><li>x</li></ol></div><div role="navigation" class="navbox authority-control">nav</div></div>',
					},
				},
		},
	},
	arxiv: {
		url: "https://arxiv.org/abs/1706.03762v7",
		answers: {
			"https://export.arxiv.org/api/query?id_list=1706.03762v7&max_results=1":
				'<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query</title><entry><id>http://arxiv.org/abs/1706.03762v7</id><updated>2023-08-02T00:41:18Z</updated><published>2017-06-12T17:57:34Z</published><title>Attention Is All\n  You Need</title><summary>  The dominant sequence\ntransduction models &lt; others.\n</summary><author><name>Ashish Vaswani</name></author><author><name>Noam Shazeer</name></author><arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">15 pages, 5 figures</arxiv:comment><link href="http://arxiv.org/pdf/1706.03762v7" rel="related" type="application/pdf"/><arxiv:primary_category term="cs.CL"/><category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/><category term="cs.LG"/></entry></feed>',
		},
	},
	mdn: {
		url: "https://developer.mozilla.org/en-US/docs/Web/API/Window/fetch",
		answers: {
			"https://developer.mozilla.org/en-US/docs/Web/API/Window/fetch/index.json": {
				doc: {
					title: "Window: fetch() method",
					modified: "2025-09-01T00:00:00.000Z",
					source: { github_url: "https://github.com/mdn/content/blob/main/files/en-us/web/api/window/fetch/index.md" },
					baseline: { baseline: "high" },
					body: [
						{
							type: "prose",
							value: {
								id: null,
								title: null,
								isH3: false,
								content:
									'<p>The <code>fetch()</code> method, see <a href="/en-US/docs/Web/API/Request">Request</a>.</p>',
							},
						},
						{
							type: "prose",
							value: {
								id: "syntax",
								title: "Syntax",
								isH3: false,
								content:
									'<div class="code-example"><pre class="brush: js notranslate"><code>fetch(resource)\n</code></pre></div>',
							},
						},
						{
							type: "prose",
							value: {
								id: "parameters",
								title: "<code>Parameters</code>",
								isH3: true,
								content: "<dl><dt><code>resource</code></dt><dd><p>What to fetch.</p></dd></dl>",
							},
						},
						{
							type: "specifications",
							value: {
								title: "Specifications",
								specifications: [
									{ title: "Fetch", bcdSpecificationURL: "https://fetch.spec.whatwg.org/#fetch-method" },
								],
							},
						},
						{ type: "browser_compatibility", value: { title: "Browser compatibility", query: "api.fetch" } },
					],
				},
			},
		},
	},
	youtube: {
		url: "https://youtu.be/dQw4w9WgXcQ",
		answers: {
			"https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ": {
				title: "A video",
				author_name: "A channel",
				type: "video",
			},
			"https://www.youtube.com/watch?v=dQw4w9WgXcQ&hl=en":
				'<html><script>var ytInitialPlayerResponse = {"videoDetails":{"lengthSeconds":"3725","viewCount":"1234567","shortDescription":"About {it} \\"all\\".","keywords":["a","b"]},"microformat":{"playerMicroformatRenderer":{"publishDate":"2009-10-24T23:57:33-07:00"}},"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[{"baseUrl":"https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=de","languageCode":"de"},{"baseUrl":"https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=en","languageCode":"en","kind":"asr"}]}}};var x = {};</script></html>',
			"https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=en&fmt=json3": {
				events: [
					{ tStartMs: 0, dDurationMs: 1000 },
					{ tStartMs: 1200, segs: [{ utf8: "Hello" }, { utf8: " there" }] },
					{ tStartMs: 61000, segs: [{ utf8: "\n" }] },
					{ tStartMs: 3661000, segs: [{ utf8: "the end" }] },
				],
			},
		},
	},
	rfc: {
		url: "https://datatracker.ietf.org/doc/html/rfc2119",
		answers: {
			"https://www.rfc-editor.org/rfc/rfc2119.json": {
				doc_id: "RFC2119",
				title: "Key words for use in RFCs to Indicate Requirement Levels",
				authors: ["S. Bradner"],
				status: "BEST CURRENT PRACTICE",
				pub_date: "March 1997",
				obsoletes: [],
				obsoleted_by: [],
				updates: [],
				updated_by: ["RFC8174"],
				doi: "10.17487/RFC2119",
				errata_url: "https://www.rfc-editor.org/errata/rfc2119",
			},
			"https://www.rfc-editor.org/rfc/rfc2119.txt":
				"\n\nNetwork Working Group\n\nAbstract\n\n   In many documents\n\n\n\nBradner        Best Current Practice     [Page 1]\n\f\nRFC 2119      RFC Key Words      March 1997\n\n\n1. MUST\n",
		},
	},
};
