import type { RecordedPage } from "./recorded-site.ts";

/** One page or more of each site of the first tier but GitHub. */
export const tierOnePages: Readonly<Record<string, RecordedPage>> = {
	npm: {
		url: "https://www.npmjs.com/package/@scope/tiny",
		answers: {
			"https://registry.npmjs.org/%40scope%2Ftiny/latest": {
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
			"https://registry.npmjs.org/tiny/1.0.0": { name: "tiny", version: "1.0.0", deprecated: "use @scope/tiny" },
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
};
