import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { githubServer } from "@oh-my-pi/pi-testkit/servers/github-server";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ThreadCache } from "@oh-my-pi/pi-tools/github/api/thread-cache";
import { commentAnswer, fileAnswers, issueAnswer, pullAnswer } from "@oh-my-pi/pi-tools/github/testing/api-answers";
import { githubScheme } from "./github-url.ts";

const needsGh = requires("gh", "git");
const verifies = (id: string, run: () => Promise<void>) => needsGh(verificationName(id), run, 60_000);

async function reading() {
	const server = await githubServer();
	const repo = await workspace({}, { git: true });
	await repo.git("remote", "add", "origin", "git@github.com:acme/tools.git");
	const clock = { now: 1_000_000_000_000, token: "token-one" };
	const cache = new ThreadCache(repo.file("cache/db"), {
		now: () => clock.now,
		limits: () => ({ softTtlSec: 300, hardTtlSec: 1000 }),
	});
	const read = async (url: string) => {
		const env = { ...process.env, ...server.env, GH_TOKEN: clock.token };
		const kind = url.startsWith("pr") ? "pr" : "issue";
		const scheme = githubScheme(kind, { cwd: () => repo.path, env, home: repo.path, cache: async () => cache });
		return scheme.resolve(url, { signal: new AbortController().signal });
	};
	return {
		server,
		clock,
		read,
		text: async (url: string) => (await read(url)).text,
		asked: (path: string) => server.requests.filter((request) => request.path.split("?")[0] === path).length,
		async [Symbol.asyncDispose]() {
			cache.close();
			await server[Symbol.asyncDispose]();
			await repo[Symbol.asyncDispose]();
		},
	};
}

const issue = "/repos/acme/tools/issues/7";
const pull = "/repos/acme/tools/pulls/5";

verifies("agents:url:issue-and-pr", async () => {
	await using github = await reading();
	const { server, read, text, clock } = github;
	server.routes[`GET ${issue}`] = issueAnswer(7);
	server.routes[`GET ${issue}/comments`] = [commentAnswer("bob", "Me too.")];
	const { text: shown, outside } = await read("issue://7");
	expect(outside).toBe("https://github.com/acme/tools/issues/7");
	expect(shown).toStartWith("# #7 Crash on start\n\n- Repository: acme/tools\n- State: open\n- Author: ann\n");
	expect(shown).toContain("## Comments\n\n### bob · 2026-01-04 · member\n\nMe too.\n");
	expect(await text("issue://acme/tools/7?comments=0")).toEndWith("[1 comments were left out]");

	const queries: string[] = [];
	server.routes["GET /search/issues"] = ({ path }) => {
		queries.push(decodeURIComponent(path.replaceAll("+", " ")));
		return { total_count: 2, items: [issueAnswer(7)] };
	};
	expect(await text("issue://")).toBe(
		"# acme/tools: open issues\n\n- issue://acme/tools/7 Crash on start (open, ann, 2026-01-02, bug)\n\n1 of 2 are shown; ?limit=100, ?author=, ?label=, ?state= narrow it.",
	);
	await text("pr://other/repo?state=merged&author=ann&label=good first,x&limit=5");
	expect(queries.map((query) => query.replace(/.*q=/, "").replace(/&.*/, ""))).toEqual([
		"repo:acme/tools is:issue is:open",
		'repo:other/repo is:pr is:merged author:ann label:"good first" label:x',
	]);

	server.routes[`GET ${pull}`] = ({ accept }) => (accept.includes("diff") ? "diff --git a/x b/x\n" : pullAnswer(5));
	server.routes[`GET ${pull}/files`] = fileAnswers;
	server.routes["GET /repos/acme/tools/issues/5/comments"] = [];
	server.routes[`GET ${pull}/reviews`] = [{ ...commentAnswer("bob", "Good."), state: "APPROVED" }];
	server.routes[`GET ${pull}/comments`] = [{ ...commentAnswer("bob", "Why?"), path: "src/a.ts", line: 3 }];
	const whole = await text("pr://5");
	expect(whole).toContain("- Branches: acme:fix → main\n");
	expect(whole).toContain("1. modified src/a.ts (+1 −1)\n2. added b.png (+0 −0)");
	expect(whole).toContain("approved");
	expect(whole).toContain("on `src/a.ts:3`");
	expect(await text("pr://5/diff")).toStartWith("# acme/tools#5: 2 files\n\n1. modified src/a.ts (+1 −1)\n");
	expect(await text("pr://acme/tools/5/diff/1")).toBe(
		"diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-old\n+new\n",
	);
	expect(await text("pr://5/diff/all")).toBe("diff --git a/x b/x\n");
	// A diff that GitHub finds too large comes from the files, page by page.
	clock.token = "another";
	server.routes[`GET ${pull}`] = ({ accept }) => (accept.includes("diff") ? 406 : pullAnswer(5));
	server.routes[`GET ${pull}/files`] = ({ path }) =>
		path.includes("page=2") ? fileAnswers : Array.from({ length: 100 }, () => fileAnswers[0] ?? {});
	const large = await text("pr://5/diff/all");
	expect(large.split("diff --git").length - 1).toBe(102);
	await expect(text("pr://5/diff/103")).rejects.toThrow("has 102 files; 103 is none of 1-102");
	await expect(text("issue://7/diff")).rejects.toThrow("Unknown part of issue://7/diff");
	await expect(text("issue://acme/tools/x")).rejects.toThrow("Not a number: x");
	await expect(text("issue://9")).rejects.toThrow("HTTP 404");
});

verifies("tools-code-web:github:cache", async () => {
	await using github = await reading();
	const { server, clock, text, asked } = github;
	let title = "First";
	server.routes[`GET ${issue}`] = () => issueAnswer(7, { title });
	server.routes[`GET ${issue}/comments`] = [];
	expect(await text("issue://7")).toContain("First");
	title = "Second";
	expect(await text("issue://acme/tools/7")).toContain("First");
	expect(asked(issue)).toBe(1);
	// Another login may not see what the first one could.
	clock.token = "token-two";
	expect(await text("issue://7")).toContain("Second");
	expect(server.requests.at(-1)?.token).toBe("token-two");
	// Old: given at once, and fetched behind that.
	clock.token = "token-one";
	clock.now += 301_000;
	expect(await text("issue://7")).toStartWith("[As of 5 minutes ago; it is being fetched again.]\n\n# #7 First");
	await until(async () => (await text("issue://7")).startsWith("# #7 Second"));
	expect(asked(issue)).toBe(3);
	// Old, and GitHub does not answer: it is still given.
	server.routes[`GET ${issue}`] = 403;
	clock.now += 301_000;
	expect(await text("issue://7")).toContain("Second");
	await until(() => asked(issue) === 4);
	// Too old: gone.
	clock.now += 1_000_000;
	await expect(text("issue://7")).rejects.toThrow("rate limit");
});
