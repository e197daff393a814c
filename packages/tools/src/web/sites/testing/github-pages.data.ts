import type { RecordedPage } from "./recorded-site.ts";

const repo = "https://api.github.com/repos/octocat/hello";

export const githubPages: Readonly<Record<string, RecordedPage>> = {
	repository: {
		url: "https://github.com/octocat/hello",
		answers: {
			[repo]: {
				full_name: "octocat/hello",
				description: "My first repository",
				stargazers_count: 2431,
				forks_count: 12,
				open_issues_count: 3,
				language: "Rust",
				license: { key: "mit", name: "MIT License", spdx_id: "MIT" },
				topics: ["cli", "demo"],
				homepage: "https://hello.example",
				default_branch: "main",
				pushed_at: "2026-05-01T10:00:00Z",
				archived: false,
			},
			[`${repo}/readme`]: "# Hello\n\nRun `hello`.\n",
			[`${repo}/contents`]: [
				{ name: "Cargo.toml", type: "file", size: 812 },
				{ name: "src", type: "dir", size: 0 },
			],
		},
	},
	folder: {
		url: "https://github.com/octocat/hello/tree/feature/docs/guide",
		answers: {
			[`${repo}/contents/guide?ref=feature%2Fdocs`]: [
				{ name: "README.md", type: "file", size: 20 },
				{ name: "intro.md", type: "file", size: 1234 },
			],
			[`${repo}/readme/guide?ref=feature%2Fdocs`]: "The guide.",
		},
	},
	"folder at the top": {
		url: "https://github.com/octocat/hello/tree/v1.0",
		answers: { [`${repo}/contents?ref=v1.0`]: [{ name: "src", type: "dir" }] },
	},
	file: {
		url: "https://github.com/octocat/hello/blob/main/src/main.rs#L3",
		answers: {
			"https://raw.githubusercontent.com/octocat/hello/main/src/main.rs": 'fn main() {\n    println!("hi");\n}\n',
		},
		anyText: true,
	},
	issue: {
		url: "https://github.com/octocat/hello/issues/7",
		answers: {
			[`${repo}/issues/7`]: {
				number: 7,
				title: "Crash on empty input",
				state: "closed",
				state_reason: "completed",
				user: { login: "alice" },
				created_at: "2026-01-02T03:04:05Z",
				closed_at: "2026-01-05T03:04:05Z",
				labels: [{ name: "bug" }],
				assignees: [{ login: "octocat" }],
				comments: 350,
				body: "It crashes.\r\n\r\n```\npanic\n```",
			},
			[`${repo}/issues/7/comments?per_page=100`]: [
				{
					user: { login: "octocat" },
					created_at: "2026-01-03T00:00:00Z",
					author_association: "MEMBER",
					body: "Confirmed.",
				},
				{ user: null, created_at: "2026-01-04T00:00:00Z", body: "Same here." },
			],
			[`${repo}/issues/7/comments?per_page=100&page=2`]: [{ user: { login: "bob" }, body: "On the second page." }],
			[`${repo}/issues/7/comments?per_page=100&page=4`]: [
				{ user: { login: "bob" }, body: "After a page that is missing." },
			],
		},
	},
	issues: {
		url: "https://github.com/octocat/hello/issues",
		answers: {
			[`${repo}/issues?per_page=50`]: [
				{
					number: 7,
					title: "Crash [on] empty input",
					html_url: "https://github.com/octocat/hello/issues/7",
					user: { login: "alice" },
					created_at: "2026-01-02T03:04:05Z",
					labels: [{ name: "bug" }],
				},
				{ number: 8, title: "A pull request", pull_request: { url: "x" } },
			],
		},
	},
	pull: {
		url: "https://github.com/octocat/hello/pull/9",
		answers: {
			[`${repo}/pulls/9`]: {
				number: 9,
				title: "Handle empty input",
				state: "closed",
				merged: true,
				draft: false,
				user: { login: "bob" },
				head: { label: "bob:fix" },
				base: { ref: "main" },
				created_at: "2026-01-03T00:00:00Z",
				merged_at: "2026-01-05T00:00:00Z",
				labels: [],
				requested_reviewers: [{ login: "octocat" }],
				comments: 1,
				commits: 2,
				additions: 10,
				deletions: 3,
				changed_files: 1,
				body: "Fixes #7.",
			},
			[`${repo}/issues/9/comments?per_page=100`]: [
				{ user: { login: "alice" }, created_at: "2026-01-04T00:00:00Z", body: "Thanks!" },
			],
			[`${repo}/pulls/9/reviews?per_page=100`]: [
				{ user: { login: "octocat" }, submitted_at: "2026-01-04T00:00:00Z", state: "APPROVED", body: "Ship it." },
				{ user: { login: "octocat" }, submitted_at: "2026-01-04T00:00:00Z", state: "COMMENTED", body: "" },
			],
			[`${repo}/pulls/9/comments?per_page=100`]: [
				{ user: { login: "octocat" }, created_at: "2026-01-04T00:00:00Z", path: "src/main.rs", line: 12, body: "Nit." },
			],
			[`${repo}/pulls/9/files?per_page=100`]: [
				{ filename: "src/main.rs", status: "modified", additions: 10, deletions: 3, patch: "@@ -1 +1 @@\n-a\n+b" },
			],
		},
	},
	"pull diff": {
		url: "https://github.com/octocat/hello/pull/9/files",
		answers: {
			[`${repo}/pulls/9`]: { title: "Handle empty input", state: "open", changed_files: 2, additions: 1, deletions: 1 },
			[`${repo}/pulls/9/files?per_page=100`]: [
				{
					filename: "b.rs",
					previous_filename: "a.rs",
					status: "renamed",
					additions: 1,
					deletions: 1,
					patch: "@@ -1 +1 @@\n-a\n+```b",
				},
			],
		},
	},
	discussion: {
		url: "https://github.com/octocat/hello/discussions/4",
		env: { GH_TOKEN: "secret-token" },
		answers: {
			"https://api.github.com/graphql": {
				data: {
					repository: {
						discussion: {
							title: "Which shell?",
							body: "I use fish.",
							createdAt: "2026-02-01T00:00:00Z",
							upvoteCount: 4,
							isAnswered: true,
							author: { login: "alice" },
							category: { name: "Q&A" },
							comments: {
								totalCount: 1,
								nodes: [
									{
										body: "bash",
										createdAt: "2026-02-02T00:00:00Z",
										isAnswer: true,
										author: { login: "bob" },
										replies: { nodes: [{ body: "why?", createdAt: "2026-02-03T00:00:00Z", author: null }] },
									},
								],
							},
						},
					},
				},
			},
		},
	},
	commit: {
		url: "https://github.com/octocat/hello/commit/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d",
		answers: {
			[`${repo}/commits/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d`]: {
				sha: "7fd1a60b01f91b314f59955a4e4d4e80d8edf11d",
				commit: { message: "Fix all the bugs\n\nReally.", author: { name: "Octo Cat", date: "2026-03-06T23:06:50Z" } },
				parents: [{ sha: "762941318ee16e59dabbacb1b4049eec22f0d303" }],
				stats: { additions: 1, deletions: 1, total: 2 },
				files: [{ filename: "README", status: "modified", additions: 1, deletions: 1, patch: "@@ -1 +1 @@\n-a\n+b" }],
			},
		},
	},
	compare: {
		url: "https://github.com/octocat/hello/compare/v1.0...v1.1",
		answers: {
			[`${repo}/compare/v1.0...v1.1`]: {
				status: "ahead",
				total_commits: 1,
				commits: [{ sha: "7fd1a60b01f91b31", commit: { message: "Fix\n\nBody", author: { name: "Octo Cat" } } }],
				files: [],
			},
		},
	},
	release: {
		url: "https://github.com/octocat/hello/releases/tag/v1.1",
		answers: {
			[`${repo}/releases/tags/v1.1`]: {
				tag_name: "v1.1",
				name: "Spring",
				body: "- faster",
				draft: false,
				prerelease: true,
				published_at: "2026-04-01T00:00:00Z",
				author: { login: "octocat" },
				assets: [
					{
						name: "hello.tar.gz",
						size: 1234567,
						browser_download_url: "https://github.com/octocat/hello/releases/download/v1.1/hello.tar.gz",
					},
				],
			},
		},
	},
	releases: {
		url: "https://github.com/octocat/hello/releases",
		answers: {
			[`${repo}/releases?per_page=10`]: [
				{ tag_name: "v1.1", name: "Spring", body: "- faster", published_at: "2026-04-01T00:00:00Z" },
				{ tag_name: "v1.0", name: "", body: "First.", published_at: "2026-01-01T00:00:00Z" },
			],
		},
	},
	gist: {
		url: "https://gist.github.com/octocat/aa5a315d61ae9438b18d",
		answers: {
			"https://api.github.com/gists/aa5a315d61ae9438b18d": {
				description: "Two files",
				owner: { login: "octocat" },
				created_at: "2026-04-14T02:15:15Z",
				updated_at: "2026-06-20T02:57:46Z",
				comments: 1,
				files: {
					"hello.py": { filename: "hello.py", truncated: false, content: "print('hi')\n" },
					"notes.md": { filename: "notes.md", truncated: true, content: "Some *notes*" },
				},
			},
			"https://api.github.com/gists/aa5a315d61ae9438b18d/comments?per_page=100": [
				{ user: { login: "bob" }, created_at: "2026-05-01T00:00:00Z", body: "Nice." },
			],
		},
	},
};
