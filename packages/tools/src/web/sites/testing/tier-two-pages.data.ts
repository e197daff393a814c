import type { RecordedPage } from "./recorded-site.ts";

/** One page or more of each site of the second tier. */
export const tierTwoPages: Readonly<Record<string, RecordedPage>> = {
	"hugging face model": {
		url: "https://huggingface.co/meta-llama/Llama-3.1-8B",
		answers: {
			"https://huggingface.co/api/models/meta-llama/Llama-3.1-8B": {
				id: "meta-llama/Llama-3.1-8B",
				pipeline_tag: "text-generation",
				library_name: "transformers",
				downloads: 900000,
				likes: 1500,
				lastModified: "2024-10-16T22:00:37.000Z",
				gated: "manual",
				tags: ["transformers", "safetensors"],
				cardData: { license: "llama3.1", base_model: ["a/b"] },
				safetensors: { total: 8030261248 },
				siblings: [{ rfilename: "config.json" }, { rfilename: "model.safetensors" }],
			},
			"https://huggingface.co/meta-llama/Llama-3.1-8B/raw/main/README.md": "---\nlicense: llama3.1\n---\n# Model\n",
		},
	},
	"hugging face dataset": {
		url: "https://huggingface.co/datasets/openai/gsm8k",
		answers: {
			"https://huggingface.co/api/datasets/openai/gsm8k": {
				id: "openai/gsm8k",
				downloads: 400000,
				likes: 700,
				gated: false,
			},
			"https://huggingface.co/datasets/openai/gsm8k/raw/main/README.md": "# GSM8K\n",
		},
	},
	"hugging face paper": {
		url: "https://huggingface.co/papers/1706.03762",
		answers: {
			"https://huggingface.co/api/papers/1706.03762": {
				id: "1706.03762",
				title: "Attention Is All You Need",
				summary: "The dominant models",
				authors: [{ name: "Ashish Vaswani" }],
				publishedAt: "2017-06-12T17:57:34.000Z",
				upvotes: 80,
			},
		},
	},
	ollama: {
		url: "https://ollama.com/library/llama3.2:1b",
		answers: {
			"https://registry.ollama.ai/v2/library/llama3.2/manifests/1b": {
				schemaVersion: 2,
				config: { digest: "sha256:1", size: 485 },
				layers: [
					{ mediaType: "application/vnd.ollama.image.model", digest: "sha256:2", size: 1321082688 },
					{ mediaType: "application/vnd.ollama.image.license", digest: "sha256:3", size: 7711 },
				],
			},
			"https://ollama.com/library/llama3.2:1b":
				'<html><body><div id="readme"><h2>Sizes</h2><p>1B and 3B</p></div></body></html>',
		},
	},
	"docker hub official": {
		url: "https://hub.docker.com/_/nginx",
		answers: {
			"https://hub.docker.com/v2/repositories/library/nginx/": {
				namespace: "library",
				name: "nginx",
				description: "Official build of Nginx.",
				full_description: "# Quick reference\n",
				pull_count: 12000000000,
				star_count: 20000,
				last_updated: "2026-05-01T00:00:00.000000Z",
			},
			"https://hub.docker.com/v2/repositories/library/nginx/tags?page_size=10": {
				count: 1,
				results: [
					{
						name: "latest",
						full_size: 72000000,
						images: [
							{ os: "linux", architecture: "amd64" },
							{ os: "linux", architecture: "arm64" },
						],
					},
				],
			},
		},
	},
	"docker hub": {
		url: "https://hub.docker.com/r/grafana/grafana",
		answers: { "https://hub.docker.com/v2/repositories/grafana/grafana/": { namespace: "grafana", name: "grafana" } },
	},
	"artifact hub": {
		url: "https://artifacthub.io/packages/helm/bitnami/redis",
		answers: {
			"https://artifacthub.io/api/v1/packages/helm/bitnami/redis": {
				name: "redis",
				display_name: "Redis",
				version: "21.0.0",
				app_version: "8.0.0",
				description: "In-memory data store",
				license: "Apache-2.0",
				home_url: "https://bitnami.com",
				ts: 1746057600,
				deprecated: false,
				keywords: ["redis"],
				maintainers: [{ name: "Bitnami" }],
				repository: { name: "bitnami", display_name: "Bitnami", url: "https://charts.bitnami.com/bitnami" },
				links: [{ name: "source", url: "https://github.com/bitnami/charts" }],
				available_versions: [
					{ version: "21.0.0", ts: 1746057600 },
					{ version: "20.0.0", ts: 1736057600 },
				],
				readme: "# Redis\n",
			},
		},
	},
	"terraform module": {
		url: "https://registry.terraform.io/modules/terraform-aws-modules/vpc/aws/latest",
		answers: {
			"https://registry.terraform.io/v1/modules/terraform-aws-modules/vpc/aws": {
				namespace: "terraform-aws-modules",
				name: "vpc",
				provider: "aws",
				version: "5.8.1",
				description: "VPC resources",
				source: "https://github.com/terraform-aws-modules/terraform-aws-vpc",
				published_at: "2024-05-01T00:00:00Z",
				downloads: 100000000,
				verified: false,
				root: {
					readme: "# AWS VPC\n",
					inputs: [
						{ name: "cidr", type: "string", description: "The IPv4 CIDR", default: '"10.0.0.0/16"', required: false },
						{ name: "name", type: "string", description: "", default: "", required: true },
					],
					outputs: [{ name: "vpc_id", description: "The ID of the VPC" }],
				},
			},
		},
	},
	"terraform provider": {
		url: "https://registry.terraform.io/providers/hashicorp/random/latest",
		answers: {
			"https://registry.terraform.io/v1/providers/hashicorp/random": {
				namespace: "hashicorp",
				name: "random",
				version: "3.7.0",
				description: "Randomness",
				source: "https://github.com/hashicorp/terraform-provider-random",
				tier: "official",
				published_at: "2025-02-01T00:00:00Z",
				downloads: 900000000,
				docs: [
					{ id: "1", slug: "index", category: "overview", language: "hcl", title: "overview" },
					{ id: "2", slug: "password", category: "resources", language: "hcl", title: "password" },
					{ id: "3", slug: "password", category: "resources", language: "python", title: "password" },
				],
			},
			"https://registry.terraform.io/v2/provider-docs/1": {
				data: { attributes: { content: "---\npage_title: x\n---\n# Random\n" } },
			},
		},
	},
	"terraform resource": {
		url: "https://registry.terraform.io/providers/hashicorp/random/3.6.0/docs/resources/password",
		answers: {
			"https://registry.terraform.io/v1/providers/hashicorp/random/3.6.0": {
				namespace: "hashicorp",
				name: "random",
				version: "3.6.0",
				docs: [{ id: "2", slug: "password", category: "resources", language: "hcl", title: "password" }],
			},
			"https://registry.terraform.io/v2/provider-docs/2": { data: { attributes: { content: "# random_password\n" } } },
		},
	},
	"homebrew formula": {
		url: "https://formulae.brew.sh/formula/wget",
		answers: {
			"https://formulae.brew.sh/api/formula/wget.json": {
				name: "wget",
				full_name: "wget",
				tap: "homebrew/core",
				desc: "Internet file retriever",
				license: "GPL-3.0-or-later",
				homepage: "https://www.gnu.org/software/wget/",
				versions: { stable: "1.25.0", head: "HEAD", bottle: true },
				dependencies: ["libidn2", "openssl@3"],
				build_dependencies: ["pkgconf"],
				caveats: null,
				deprecated: false,
				disabled: false,
				analytics: { install: { "30d": { wget: 90000, "wget --HEAD": 10 } } },
			},
		},
	},
	"homebrew cask": {
		url: "https://formulae.brew.sh/cask/firefox",
		answers: {
			"https://formulae.brew.sh/api/cask/firefox.json": {
				token: "firefox",
				name: ["Mozilla Firefox"],
				desc: "Web browser",
				homepage: "https://www.mozilla.org/firefox/",
				url: "https://download-installer.cdn.mozilla.net/x.dmg",
				version: "143.0",
				tap: "homebrew/cask",
				auto_updates: true,
			},
		},
	},
	aur: {
		url: "https://aur.archlinux.org/packages/yay",
		answers: {
			"https://aur.archlinux.org/rpc/v5/info?arg%5B%5D=yay": {
				resultcount: 1,
				type: "multiinfo",
				version: 5,
				results: [
					{
						Name: "yay",
						PackageBase: "yay",
						Version: "12.4.2-1",
						Description: "Yet another yogurt",
						URL: "https://github.com/Jguer/yay",
						License: ["GPL-3.0-or-later"],
						Maintainer: "jguer",
						NumVotes: 2400,
						Popularity: 29.5,
						LastModified: 1735689600,
						OutOfDate: null,
						Depends: ["pacman>6.1"],
						MakeDepends: ["go>=1.24"],
						OptDepends: ["sudo: privilege elevation"],
					},
				],
			},
			"https://aur.archlinux.org/cgit/aur.git/plain/PKGBUILD?h=yay": "pkgname=yay\npkgver=12.4.2\n",
		},
	},
	repology: {
		url: "https://repology.org/project/firefox/versions",
		answers: {
			"https://repology.org/api/v1/project/firefox": [
				{ repo: "freebsd", version: "143.0", status: "newest", summary: "Web browser", licenses: ["MPLv2.0"] },
				{ repo: "debian_12", version: "128.0", status: "outdated" },
				{ repo: "debian_12", version: "128.0", status: "outdated" },
			],
		},
	},
	flathub: {
		url: "https://flathub.org/apps/org.gimp.GIMP",
		answers: {
			"https://flathub.org/api/v2/appstream/org.gimp.GIMP": {
				id: "org.gimp.GIMP",
				name: "GNU Image Manipulation Program",
				summary: "Create images and edit photographs",
				description: "<p>GIMP is an acronym.</p>",
				developer_name: "The GIMP team",
				project_license: "GPL-3.0+",
				categories: ["Graphics"],
				urls: { homepage: "https://www.gimp.org/", bugtracker: "https://gitlab.gnome.org/GNOME/gimp/issues" },
				releases: [{ version: "3.0.4", timestamp: "1747526400", description: "<ul><li>Fixes</li></ul>" }],
			},
		},
	},
	snapcraft: {
		url: "https://snapcraft.io/hello-world",
		answers: {
			"https://api.snapcraft.io/v2/snaps/info/hello-world?fields=title,summary,description,license,publisher,website,contact,version,confinement,download,created-at":
				{
					name: "hello-world",
					"snap-id": "buPKUD3TKqCOgLEjjHx5kSiCpIs5cMuQ",
					snap: {
						title: "Hello World",
						summary: "The 'hello-world' of snaps",
						description: "This is a simple snap example.",
						license: "MIT",
						publisher: { "display-name": "Canonical", username: "canonical", validation: "verified" },
						website: null,
						contact: "snaps@canonical.com",
					},
					"channel-map": [
						{
							version: "6.4",
							revision: 29,
							confinement: "strict",
							channel: {
								architecture: "amd64",
								name: "stable",
								risk: "stable",
								track: "latest",
								"released-at": "2019-04-17T16:47:59Z",
							},
						},
					],
				},
		},
	},
	"f-droid": {
		url: "https://f-droid.org/en/packages/org.fdroid.fdroid/",
		answers: {
			"https://f-droid.org/api/v1/packages/org.fdroid.fdroid": {
				packageName: "org.fdroid.fdroid",
				suggestedVersionCode: 1021051,
				packages: [
					{ versionName: "1.22-alpha0", versionCode: 1022000 },
					{ versionName: "1.21.1", versionCode: 1021051 },
				],
			},
			"https://gitlab.com/fdroid/fdroiddata/-/raw/master/metadata/org.fdroid.fdroid.yml":
				"Categories:\n  - System\nLicense: GPL-3.0-or-later\nAuthorName: F-Droid\nWebSite: https://f-droid.org\nSourceCode: https://gitlab.com/fdroid/fdroidclient\n\nAutoName: F-Droid\nDescription: |-\n  A store of\n  free apps.\n\nRepoType: git\n",
		},
	},
	"vs code marketplace": {
		url: "https://marketplace.visualstudio.com/items?itemName=ms-python.python",
		answers: {
			"https://marketplace.visualstudio.com/_apis/public/gallery/extensionquery": {
				results: [
					{
						extensions: [
							{
								publisher: { publisherName: "ms-python", displayName: "Microsoft" },
								extensionName: "python",
								displayName: "Python",
								shortDescription: "Python language support",
								lastUpdated: "2026-05-01T00:00:00Z",
								categories: ["Programming Languages"],
								statistics: [
									{ statisticName: "install", value: 180000000 },
									{ statisticName: "averagerating", value: 4.2 },
									{ statisticName: "ratingcount", value: 600 },
								],
								versions: [
									{
										version: "2026.4.0",
										properties: [{ key: "Microsoft.VisualStudio.Code.Engine", value: "^1.94.0" }],
										files: [
											{
												assetType: "Microsoft.VisualStudio.Services.Content.Details",
												source: "https://ms-python.gallerycdn.vsassets.io/extensions/ms-python/python/README.md",
											},
										],
									},
								],
							},
						],
					},
				],
			},
			"https://ms-python.gallerycdn.vsassets.io/extensions/ms-python/python/README.md": "# Python extension\n",
		},
	},
	"open vsx": {
		url: "https://open-vsx.org/extension/redhat/java",
		answers: {
			"https://open-vsx.org/api/redhat/java": {
				namespace: "redhat",
				name: "java",
				displayName: "Language Support for Java",
				version: "1.45.0",
				description: "Java linting",
				license: "EPL-2.0",
				repository: "https://github.com/redhat-developer/vscode-java",
				downloadCount: 3000000,
				averageRating: 4.5,
				reviewCount: 12,
				timestamp: "2026-04-01T00:00:00Z",
				categories: ["Linters"],
				engines: { vscode: "^1.77.0" },
				files: { readme: "https://open-vsx.org/api/redhat/java/1.45.0/file/README.md" },
			},
			"https://open-vsx.org/api/redhat/java/1.45.0/file/README.md": "# Java\n",
		},
	},
	"jetbrains plugin": {
		url: "https://plugins.jetbrains.com/plugin/164-ideavim",
		answers: {
			"https://plugins.jetbrains.com/api/plugins/164": {
				id: 164,
				name: "IdeaVim",
				xmlId: "IdeaVIM",
				description: "<p>Vim engine</p>",
				downloads: 18000000,
				pricingModel: "FREE",
				vendor: { name: "JetBrains s.r.o." },
				tags: [{ id: 1, name: "Editor" }],
				urls: { url: "https://github.com/JetBrains/ideavim", sourceCodeUrl: "https://github.com/JetBrains/ideavim" },
			},
			"https://plugins.jetbrains.com/api/plugins/164/updates?size=5": [
				{ version: "2.25.0", since: "243.0", notes: "<ul><li>New</li></ul>" },
			],
		},
	},
	"firefox add-on": {
		url: "https://addons.mozilla.org/en-US/firefox/addon/ublock-origin/",
		answers: {
			"https://addons.mozilla.org/api/v5/addons/addon/ublock-origin/?lang=en-US": {
				slug: "ublock-origin",
				name: { "en-US": "uBlock Origin" },
				summary: { "en-US": "An efficient blocker." },
				description: { "en-US": "Not just an <b>ad blocker</b>.\nSecond line." },
				authors: [{ name: "Raymond Hill" }],
				average_daily_users: 9000000,
				ratings: { average: 4.83, count: 19000 },
				last_updated: "2026-04-01T00:00:00Z",
				homepage: { url: { "en-US": "https://github.com/gorhill/uBlock" } },
				current_version: {
					version: "1.66.0",
					license: { name: { "en-US": "GNU General Public License v3.0" } },
					file: { permissions: ["storage", "tabs"] },
				},
			},
		},
	},
	hackage: {
		url: "https://hackage.haskell.org/package/lens-5.3.4",
		answers: {
			"https://hackage.haskell.org/package/lens/preferred.json": { "normal-version": ["5.3.4", "5.3.3"] },
			"https://hackage.haskell.org/package/lens-5.3.4/lens.cabal":
				'name:          lens\nversion:       5.3.4\nlicense:       BSD-2-Clause\nsynopsis:      Lenses, Folds and Traversals\ndescription:\n  This package comes\n  .\n  "Batteries Included"\nbuild-type: Simple\n',
		},
	},
	clojars: {
		url: "https://clojars.org/ring/ring-core",
		answers: {
			"https://clojars.org/api/artifacts/ring/ring-core": {
				group_name: "ring",
				jar_name: "ring-core",
				description: "Ring core libraries.",
				homepage: "https://github.com/ring-clojure/ring",
				licenses: [{ name: "The MIT License", url: "http://opensource.org/licenses/MIT" }],
				latest_version: "1.14.2",
				latest_release: "1.14.2",
				downloads: 13000000,
				user: "weavejester",
				recent_versions: [{ version: "1.14.2", downloads: 1 }],
			},
		},
	},
	"metacpan module": {
		url: "https://metacpan.org/pod/Moose",
		answers: {
			"https://fastapi.metacpan.org/v1/module/Moose": {
				distribution: "Moose",
				author: "ETHER",
				version: "2.4000",
				abstract: "A postmodern object system for Perl 5",
				date: "2025-07-04T00:00:00",
			},
			"https://fastapi.metacpan.org/v1/pod/Moose?content-type=text/x-markdown": "# NAME\n\nMoose\n",
		},
	},
	"metacpan distribution": {
		url: "https://metacpan.org/dist/HTTP-Tiny",
		answers: {
			"https://fastapi.metacpan.org/v1/release/HTTP-Tiny": {
				distribution: "HTTP-Tiny",
				version: "0.090",
				abstract: "A small, simple, correct HTTP/1.1 client",
				author: "DAGOLDEN",
				date: "2024-11-12T00:00:00",
				license: ["perl_5"],
				resources: { repository: { web: "https://github.com/Perl-Toolchain-Gang/HTTP-Tiny" } },
				dependency: [
					{ module: "Socket", version: "0", phase: "runtime", relationship: "requires" },
					{ module: "Test::More", version: "0.96", phase: "test", relationship: "requires" },
				],
			},
			"https://fastapi.metacpan.org/v1/pod/HTTP%3A%3ATiny?content-type=text/x-markdown": "# NAME\n\nHTTP::Tiny\n",
		},
	},
	cran: {
		url: "https://cran.r-project.org/web/packages/dplyr/index.html",
		answers: {
			"https://crandb.r-pkg.org/dplyr": {
				Package: "dplyr",
				Version: "1.1.4",
				Title: "A Grammar of Data Manipulation",
				Description: "A fast, consistent tool.",
				License: "MIT + file LICENSE",
				URL: "https://dplyr.tidyverse.org",
				BugReports: "https://github.com/tidyverse/dplyr/issues",
				Maintainer: "Hadley Wickham <hadley@posit.co>",
				"Date/Publication": "2023-11-17 16:50:02 UTC",
				Depends: { R: ">= 3.5.0" },
				Imports: { rlang: ">= 1.1.0", utils: "*" },
			},
		},
	},
	ctan: {
		url: "https://ctan.org/pkg/amsmath",
		answers: {
			"https://ctan.org/json/2.0/pkg/amsmath": {
				id: "amsmath",
				name: "amsmath",
				caption: "AMS mathematical facilities for LaTeX",
				version: { number: "2.17z", date: "2025-06-01" },
				license: "lppl1.3c",
				topics: ["maths"],
				home: "https://www.ams.org/tex/amslatex",
				texlive: "amsmath",
				descriptions: [{ language: null, text: "<p>The principal package.</p>" }],
				documentation: [{ details: "User's guide", href: "ctan:/macros/latex/required/amsmath/amsldoc.pdf" }],
			},
		},
	},
	conda: {
		url: "https://anaconda.org/conda-forge/numpy",
		answers: {
			"https://api.anaconda.org/package/conda-forge/numpy": {
				name: "numpy",
				summary: "The fundamental package for scientific computing.",
				license: "BSD-3-Clause",
				latest_version: "2.3.0",
				versions: ["2.2.0", "2.3.0"],
				home: "https://numpy.org/",
				dev_url: "https://github.com/numpy/numpy",
				doc_url: "https://numpy.org/doc/stable/",
				conda_platforms: ["linux-64", "osx-arm64"],
			},
		},
	},
	jsr: {
		url: "https://jsr.io/@std/path",
		answers: {
			"https://api.jsr.io/scopes/std/packages/path": {
				scope: "std",
				name: "path",
				description: "Utilities for working with file system paths",
				latestVersion: "1.1.0",
				score: 100,
				githubRepository: { owner: "denoland", name: "std" },
				runtimeCompat: { deno: true, node: true, browser: false },
				updatedAt: "2025-06-01T00:00:00.000Z",
				dependencyCount: 1,
				dependentCount: 400,
			},
			"https://jsr.io/@std/path/1.1.0/README.md": "# @std/path\n",
		},
	},
};
