import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { siteHandlerFor, siteHandlers } from "./sites.ts";
import { githubPages } from "./testing/github-pages.data.ts";
import { type Answer, type RecordedPage, recordedSite } from "./testing/recorded-site.ts";
import { tierOnePages } from "./testing/tier-one-pages.data.ts";
import { tierThreePages } from "./testing/tier-three-pages.data.ts";
import { tierTwoPages } from "./testing/tier-two-pages.data.ts";

const tiers = {
	"tier 1": { ...githubPages, ...tierOnePages },
	"tier 2": tierTwoPages,
	"tier 3": tierThreePages,
};
/** Thousands of answers, on a machine that may be busy. */
const patienceMs = 120_000;
const allPages = Object.values(tiers).flatMap((pages) => Object.entries(pages));

async function render(page: RecordedPage, instead?: (url: string) => Answer | undefined) {
	const url = new URL(page.url);
	const site = recordedSite(page, instead);
	const result = await siteHandlerFor(url)?.render(url, site);
	return { result, requests: site.requests };
}

/** The whole of what the model gets of each page is in the snapshot. */
async function checkTier(pages: Readonly<Record<string, RecordedPage>>): Promise<void> {
	for (const [name, page] of Object.entries(pages)) {
		const { result, requests } = await render(page);
		const seen = result && `${result.notes?.map((note) => `Note: ${note}\n`).join("") ?? ""}${result.markdown}`;
		expect(seen, name).toBeDefined();
		expect(`${page.url}\n\n${seen}`).toMatchSnapshot(name);
		const asked = requests.map((request) => request.url);
		expect(
			Object.keys(page.answers).filter((url) => !asked.includes(url)),
			`${name}: never asked for`,
		).toEqual([]);
	}
}

verifies("tools-code-web:sites:tier-1", () => checkTier(tiers["tier 1"]), patienceMs);

verifies("tools-code-web:sites:tier-2", () => checkTier(tiers["tier 2"]), patienceMs);

verifies("tools-code-web:sites:tier-3", () => checkTier(tiers["tier 3"]), patienceMs);

const hostile: Readonly<Record<string, Answer | undefined>> = {
	"no answer": undefined,
	"404": { status: 404, text: "{}" },
	"429": { status: 429, text: '{"message":"API rate limit exceeded"}' },
	"500": { status: 500, text: "" },
	"redirect left over": { status: 302, text: "" },
	"an HTML page": {
		status: 200,
		text: "<!DOCTYPE html><html><head><title>Sign in</title></head><body><p>Please sign in</p></body></html>",
	},
	"an empty body": { status: 200, text: "" },
	"cut JSON": { status: 200, text: '{"name": "x", "version": ' },
	"an empty object": { status: 200, text: "{}" },
	"an empty list": { status: 200, text: "[]" },
	null: { status: 200, text: "null" },
	"a number": { status: 200, text: "42" },
	"an error object": { status: 200, text: '{"error":"gone","message":"gone","errors":[{"detail":"gone"}]}' },
	"a huge body": { status: 200, text: `{"name":"${"x".repeat(17 * 1024 * 1024)}"}` },
	"deep nesting": { status: 200, text: "[".repeat(200_000) + "]".repeat(200_000) },
};

verifies(
	"tools-code-web:sites:doubt-falls-through",
	async () => {
		for (const [trouble, answer] of Object.entries(hostile)) {
			for (const [name, page] of allPages) {
				if (page.anyText && answer?.status === 200) continue;
				const { result } = await render(page, () => answer);
				expect(result, `${name}: ${trouble}`).toBeUndefined();
			}
		}
	},
	patienceMs,
);

describe("answers of another shape", () => {
	const replacements: readonly unknown[] = [null, {}, [], 7, true, "", "text", ["text"], { text: {} }, -1e308];

	test(
		"every field replaced in turn: a handler never throws and never shows a value of the wrong type",
		async () => {
			for (const [name, page] of allPages) {
				for (const [url, answer] of Object.entries(page.answers)) {
					if (typeof answer === "string") continue;
					for (const replacement of replacements) {
						for (const changed of withEachField(answer, replacement)) {
							const { result } = await render({ ...page, answers: { ...page.answers, [url]: changed } });
							expect(result?.markdown ?? "", `${name}: ${JSON.stringify(changed)}`).not.toMatch(
								/\[object|\bundefined\b|\bNaN\b|Infinity/,
							);
						}
					}
				}
			}
		},
		patienceMs,
	);
});

/** Copies of a value, in each of which another field is replaced. */
function* withEachField(value: unknown, replacement: unknown): Generator<unknown> {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) {
			yield value.with(index, replacement);
			for (const changed of withEachField(item, replacement)) yield value.with(index, changed);
		}
	} else if (typeof value === "object" && value !== null) {
		for (const [key, item] of Object.entries(value)) {
			yield { ...value, [key]: replacement };
			for (const changed of withEachField(item, replacement)) yield { ...value, [key]: changed };
		}
	}
}

describe("which site an address belongs to", () => {
	test.each([
		"https://github.com.evil.example/octocat/hello",
		"https://evil.example/github.com/octocat/hello",
		"https://github.com:8443/octocat/hello",
		"https://user:pass@github.com/octocat/hello",
		"ftp://github.com/octocat/hello",
		"https://notnpmjs.com/package/x",
	])("%s has no handler", (address) => {
		expect(siteHandlerFor(new URL(address))).toBeUndefined();
	});

	test("each handler has a name of its own", () => {
		const names = siteHandlers.map((handler) => handler.name);
		expect(new Set(names).size).toBe(names.length);
	});

	test("docs/web-sites.md names every handler", async () => {
		const docs = await Bun.file(new URL("../../../../../docs/web-sites.md", import.meta.url)).text();
		expect(siteHandlers.map(({ name }) => name).filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
	});

	test("each handler has a recorded page", () => {
		const recorded = new Set(allPages.map(([, page]) => siteHandlerFor(new URL(page.url))?.name));
		expect(siteHandlers.map(({ name }) => name).filter((name) => !recorded.has(name))).toEqual([]);
	});

	test("pages that no API describes are left to the pipeline without a request", async () => {
		for (const address of [
			"https://github.com/",
			"https://github.com/features/actions",
			"https://github.com/octocat/hello/wiki",
			"https://github.com/octocat/hello/issues?q=is%3Aclosed",
			"https://www.npmjs.com/search?q=x",
			"https://www.npmjs.com/package/..%2f..%2f-%2fall",
			"https://www.npmjs.com/package/%zz",
			"https://news.ycombinator.com/item?id=../../x",
			"https://news.ycombinator.com/login",
		]) {
			const { result, requests } = await render({ url: address, answers: {} });
			expect({ address, result, requests }).toEqual({ address, result: undefined, requests: [] });
		}
	});
});

describe("the GitHub token", () => {
	test("goes to api.github.com alone, GITHUB_TOKEN before GH_TOKEN", async () => {
		const env = { GITHUB_TOKEN: "token-one", GH_TOKEN: "token-two" };
		for (const [, page] of allPages) {
			const { requests } = await render({ ...page, env });
			for (const { url, headers } of requests) {
				const sent = new URL(url).origin === "https://api.github.com" ? "Bearer token-one" : undefined;
				expect({ url, sent: headers.Authorization }).toEqual({ url, sent });
				expect(url).not.toContain("token-one");
			}
		}
	});

	test("an empty GITHUB_TOKEN is none", async () => {
		const page = { ...githubPages.repository, env: { GITHUB_TOKEN: "", GH_TOKEN: "second" } } as RecordedPage;
		const { requests } = await render(page);
		expect(requests.map(({ headers }) => headers.Authorization)).toEqual(Array(3).fill("Bearer second"));
	});
});

test("an aborted read ends the handler with the reason", async () => {
	const url = new URL("https://github.com/octocat/hello");
	const site = { ...recordedSite({ url: url.href, answers: {} }), signal: AbortSignal.abort(new Error("stopped")) };
	expect(siteHandlerFor(url)?.render(url, site)).rejects.toThrow("stopped");
});
