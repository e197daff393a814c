import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type GithubApi, githubApi } from "@oh-my-pi/pi-tools/github/api/github-cli";
import { repositoryFor } from "@oh-my-pi/pi-tools/github/api/repository";
import { loginFingerprint, type ThreadCache } from "@oh-my-pi/pi-tools/github/api/thread-cache";
import { diffText, issueText, listText, pullText, type ThreadKind } from "@oh-my-pi/pi-tools/github/api/threads";
import type { UrlResource, UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

export interface GithubThreads {
	/** The checkout whose repository counts when none is named. */
	readonly cwd: () => string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly home: string;
	readonly cache: () => Promise<ThreadCache | undefined>;
}

/** `issue://` and `pr://`: one, a list, and the diff of a pull request. */
export function githubScheme(kind: ThreadKind, threads: GithubThreads): UrlScheme {
	return {
		scheme: kind,
		async resolve(url, { signal }) {
			const { env, cwd } = threads;
			const wanted = parse(kind, url);
			const repo = await repositoryFor(wanted.repo, { env, cwd: cwd(), signal });
			const fetch = (api: GithubApi) => fetchText(kind, repo, wanted, api);
			// A list changes with every new issue, and is asked for to see it.
			if (wanted.number === undefined) return outside(await fetch(githubApi({ env, signal })), repo, kind, wanted);
			const key = `${kind}://${repo}/${wanted.number}${wanted.diff === undefined ? "" : `/diff/${wanted.diff}`}${wanted.comments ? "" : "?comments=0"}`;
			return outside(await cached(key, threads, fetch, signal), repo, kind, wanted);
		},
	};
}

interface Wanted {
	readonly repo: string | undefined;
	readonly number: number | undefined;
	/** `""` for the files, a number, or `all`. */
	readonly diff: string | undefined;
	readonly comments: boolean;
	readonly query: URLSearchParams;
}

function parse(kind: ThreadKind, url: string): Wanted {
	const [, path = "", search = ""] = /^[a-z]+:\/\/([^?#]*)\??([^#]*)/i.exec(url) ?? [];
	const query = new URLSearchParams(search);
	const parts = path.split("/").filter((part) => part !== "");
	const isNumber = (part: string | undefined) => part !== undefined && /^\d+$/.test(part);
	const hasRepo = parts.length >= 2 && !isNumber(parts[0]);
	const repo = hasRepo ? parts.slice(0, 2).join("/") : undefined;
	const [number, ...rest] = hasRepo ? parts.slice(2) : parts;
	const usage = kind === "issue" ? "issue://[owner/repo/]<n>" : "pr://[owner/repo/]<n>[/diff[/<i>|/all]]";
	if (number !== undefined && !isNumber(number)) throw new ToolError(`Not a number: ${number}. Write ${usage}`);
	const [word, part = "", ...more] = rest;
	const isDiff =
		word === "diff" && kind === "pr" && more.length === 0 && (part === "" || part === "all" || isNumber(part));
	if (rest.length > 0 && !isDiff) throw new ToolError(`Unknown part of ${url}. Write ${usage}`);
	return {
		repo,
		number: number === undefined ? undefined : Number(number),
		diff: isDiff ? part : undefined,
		comments: query.get("comments") !== "0",
		query,
	};
}

function fetchText(kind: ThreadKind, repo: string, wanted: Wanted, api: GithubApi): Promise<string> {
	const { number, diff, query } = wanted;
	if (number === undefined) {
		const limit = query.get("limit");
		return listText(api, repo, kind, {
			state: query.get("state") ?? undefined,
			author: query.get("author") ?? undefined,
			label: query.get("label") ?? undefined,
			limit: limit === null || Number.isNaN(Number(limit)) ? undefined : Number(limit),
		});
	}
	if (diff !== undefined) return diffText(api, repo, number, diff);
	return (kind === "issue" ? issueText : pullText)(api, repo, number, wanted);
}

/** Refreshes under way, so that two reads of an old text fetch it once. */
const refreshing = new Map<string, Promise<void>>();

/** What is known is given at once; when it is old, it is fetched again behind that. */
async function cached(
	key: string,
	{ cache: open, env, home }: GithubThreads,
	fetch: (api: GithubApi) => Promise<string>,
	signal: AbortSignal,
): Promise<string> {
	const cache = await open();
	const login = loginFingerprint(env, home);
	const known = cache?.get(login, key);
	if (!known) {
		const text = await fetch(githubApi({ env, signal }));
		cache?.put(login, key, text);
		return text;
	}
	if (!known.isStale) return known.text;
	const id = `${login} ${key}`;
	if (!refreshing.has(id)) {
		const work = fetch(githubApi({ env, signal: AbortSignal.timeout(60_000) }))
			.then((text) => cache?.put(login, key, text))
			// The old text was given; the next read tries again.
			.catch(() => {})
			.finally(() => refreshing.delete(id));
		refreshing.set(id, work);
	}
	const minutes = Math.round(known.ageSec / 60);
	return `[As of ${minutes} minutes ago; it is being fetched again.]\n\n${known.text}`;
}

function outside(text: string, repo: string, kind: ThreadKind, { number, diff }: Wanted): UrlResource {
	const page = kind === "pr" ? (number === undefined ? "pulls" : "pull") : "issues";
	const tail = number === undefined ? "" : `/${number}${diff === undefined ? "" : "/files"}`;
	return { text, outside: `https://github.com/${repo}/${page}${tail}` };
}
