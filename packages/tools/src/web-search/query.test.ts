import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { filterSources } from "./filter-sources.ts";
import { parseQuery } from "./provider/parse-query.ts";
import { searching } from "./testing/searching.ts";

const nothing = {
	sites: [],
	excludedSites: [],
	inUrl: [],
	inTitle: [],
	fileTypes: [],
	phrases: [],
	excludedWords: [],
};

test("a query's operators are told from its words", () => {
	expect(parseQuery("plain words")).toEqual({ ...nothing, words: "plain words" });
	expect(
		parseQuery(
			'rust "borrow checker" site:https://www.Rust-Lang.org/docs/ -site:reddit.com after:2025 before:2026-2-3 inurl:blog intitle:"new errors" filetype:.PDF -java cats OR dogs',
		),
	).toEqual({
		words: 'rust "borrow checker" cats OR dogs',
		sites: ["rust-lang.org/docs"],
		excludedSites: ["reddit.com"],
		after: "2025-01-01",
		before: "2026-02-03",
		inUrl: ["blog"],
		inTitle: ["new errors"],
		fileTypes: ["pdf"],
		phrases: ["borrow checker"],
		excludedWords: ["java"],
	});
});

test("what only looks like an operator is a word", () => {
	const texts = ["std::vector a:b -5 --flag after:yesterday", 'C++ "" site:', "x - y", "https://example.org/a"];
	for (const text of texts) expect(parseQuery(text)).toEqual({ ...nothing, words: text });
});

test("an OR between constraints is not left alone", () => {
	const { words, sites } = parseQuery("bun site:a.com OR site:b.com OR node OR deno");
	expect([words, sites]).toEqual(["bun node OR deno", ["a.com", "b.com"]]);
	expect(parseQuery("site:a.com OR site:b.com").words).toBe("");
});

test("sources without a date pass constraints of time", () => {
	const sources = [
		{ title: "old", url: "https://a.com/1", publishedDate: "2019-05-05T00:00:00Z" },
		{ title: "new", url: "https://a.com/2", publishedDate: "2025-05-05" },
		{ title: "unknown", url: "https://a.com/3", publishedDate: "some day" },
		{ title: "none", url: "https://a.com/4" },
	];
	const { sources: left, notes } = filterSources(sources, parseQuery("x after:2025-01-01 before:2025-12-31"));
	expect([left.map(({ title }) => title), notes]).toEqual([["new", "unknown", "none"], []]);
});

const page = (title: string, url: string, description = "") => ({ title, url, description });

verifies("tools-code-web:search:query-operators", async () => {
	const results = [
		page("Borrow checker", "https://doc.rust-lang.org/book/ch04.html", "Ownership in Rust"),
		page("Rust on Reddit", "https://www.reddit.com/r/rust", "Talk about ownership"),
		page("Not Rust", "https://notrust-lang.org/", "Impostor"),
		page("Slides", "https://rust-lang.org/talks/slides.pdf", "Java people, read this"),
	];
	const { tool, sent } = searching(
		{ "api.search.brave.com": { body: { web: { results } } } },
		{ variables: { BRAVE_API_KEY: "k" } },
	);
	const urls = async (query: string) => {
		const { details, content } = await runTool(tool, { query });
		return { urls: details?.response?.sources.map(({ url }) => url), first: String(content).split("\n")[0] };
	};
	expect((await urls("rust site:rust-lang.org -java")).urls).toEqual(["https://doc.rust-lang.org/book/ch04.html"]);
	// The provider gets the query as it is: it may know more operators.
	expect(sent[0]?.url).toContain("q=rust+site%3Arust-lang.org+-java");
	expect((await urls("rust filetype:pdf")).urls).toEqual(["https://rust-lang.org/talks/slides.pdf"]);
	expect((await urls("rust -site:reddit.com intitle:rust")).urls).toEqual(["https://notrust-lang.org/"]);
	expect((await urls("rust inurl:/book/")).urls).toEqual(["https://doc.rust-lang.org/book/ch04.html"]);
	// A constraint that would drop everything is relaxed, and the others still count.
	expect(await urls("rust site:example.org -site:reddit.com")).toEqual({
		urls: results.filter((_, index) => index !== 1).map(({ url }) => url),
		first: "Note: no results matched site:example.org; showing others.",
	});
});
