import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { githubServer } from "@oh-my-pi/pi-testkit/servers/github-server";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { defaultOutputLimits } from "../../output/output-limits.ts";
import { ThreadCache } from "../api/thread-cache.ts";
import { type GithubDeps, type GithubParams, githubTool } from "../github.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

/** A checkout of acme/tools whose remote is a folder here, and GitHub's API for it. */
export async function githubCheckout(options: { readonly env?: Record<string, string> } = {}) {
	const server = await githubServer();
	const place = await workspace();
	const bare = await workspace();
	const repo = await workspace({ "a.txt": "a\n" }, { git: true });
	await bare.git("init", "-q", "--bare", "--initial-branch=main");
	await repo.git("remote", "add", "origin", "https://github.com/acme/tools.git");
	await repo.git("config", `url.file://${bare.path}.insteadOf`, "https://github.com/acme/tools.git");
	await repo.git("push", "-q", "origin", "main");
	const env = { ...process.env, ...server.env, ...options.env };
	const saved: string[] = [];
	const waits: number[] = [];
	const cache = new ThreadCache(place.file("cache.db"), {
		now: () => now,
		limits: () => ({ softTtlSec: 300, hardTtlSec: 604_800 }),
	});
	const deps = {
		workspace: { cwd: () => repo.path, home: place.path, env, now: () => now },
		output: {
			limits: defaultOutputLimits,
			artifacts: {
				allocate: () => ({ id: "1", path: place.file("1") }),
				save: (_tool: string, text: string) => {
					saved.push(text);
					return { id: "9", path: place.file("9") };
				},
			},
		},
		github: { worktreeBase: () => place.file("wt"), cache: async () => cache },
		sleep: async (ms: number) => void waits.push(ms),
	};
	const run = (params: GithubParams, more: Partial<GithubDeps> = {}) =>
		runTool(githubTool({ ...deps, ...more }), params);
	return {
		server,
		repo,
		bare,
		place,
		deps,
		cache,
		saved,
		waits,
		run,
		text: async (params: GithubParams) => String((await run(params)).content),
		async [Symbol.asyncDispose]() {
			cache.close();
			for (const part of [server, place, bare, repo]) await part[Symbol.asyncDispose]();
		},
	};
}
