import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "../web/sites/handler/markdown-text.ts";
import { type GithubApi, runGit } from "./api/github-cli.ts";
import { type GithubRemote, githubHost, githubRemotes, parseRepo } from "./api/repository.ts";
import type { GithubOutput, GithubWork } from "./github-call.ts";

export interface Checkout {
	readonly pr: number;
	readonly repo: string;
	readonly branch: string;
	readonly worktreePath: string;
	readonly remote: string;
	readonly remoteBranch: string;
	readonly headSha: string;
	readonly url: string;
}

interface Pull {
	readonly number: number;
	readonly repo: string;
	readonly title: string;
	readonly url: string;
	readonly headRef: string;
	/** Absent when the fork was deleted. */
	readonly headRepo: string | undefined;
	readonly isCrossRepository: boolean;
	readonly maintainerCanModify: boolean;
}

/** Puts pull requests into worktrees, each on a branch `pr-<n>` that knows where to push. */
export async function checkOutPulls(work: GithubWork): Promise<GithubOutput> {
	const { params, repo } = work;
	const wanted = [params.pr ?? []].flat().map((one) => one.trim());
	if (wanted.length === 0 || wanted.includes("")) throw new ToolError("pr is required for pr_checkout");
	const name = await repo();
	const results = await Promise.allSettled(
		wanted.map(async (one) => checkOut(await findPull(one, name, work.api, work.here.env), work)),
	);
	const checkouts = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
	const failures = results.flatMap((result, at) => {
		if (result.status === "fulfilled") return [];
		const reason = errorMessage(result.reason);
		return [`- ${wanted[at]}: ${reason}`];
	});
	work.here.signal.throwIfAborted();
	if (checkouts.length === 0)
		throw new ToolError(failures.length === 1 ? (failures[0] ?? "").slice(2) : failures.join("\n"));
	const [only] = checkouts;
	const content = [...checkouts.flatMap(checkoutLines), ...(failures.length > 0 ? ["## Failed", "", ...failures] : [])];
	const single = checkouts.length === 1 && only ? only : undefined;
	return {
		content: content.join("\n").trimEnd(),
		details: {
			checkouts,
			repo: name,
			...(single && {
				branch: single.branch,
				worktreePath: single.worktreePath,
				remote: single.remote,
				remoteBranch: single.remoteBranch,
				headSha: single.headSha,
				meta: { source: { type: "url", value: single.url } },
			}),
		},
		...(failures.length > 0 && { isError: true }),
	};
}

function checkoutLines({ pr, worktreePath, branch, remote, remoteBranch, headSha, url }: Checkout): string[] {
	return [
		`# Checked out pull request #${pr}`,
		"",
		`- Worktree: ${worktreePath}`,
		`- Branch: ${branch} → ${remote}/${remoteBranch}`,
		`- Commit: ${headSha.slice(0, 10)}`,
		`- URL: ${url}`,
		"",
	];
}

/** By number, address or branch. */
async function findPull(
	reference: string,
	repo: string,
	api: GithubApi,
	env: GithubWork["here"]["env"],
): Promise<Pull> {
	const [, place, inAddress] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/pull\/(\d+)/.exec(reference) ?? [];
	const owner = place === undefined ? repo : parseRepo(place, env);
	const number = inAddress ?? /^#?(\d+)$/.exec(reference)?.[1];
	if (number !== undefined) return parsePull(await api.json(`repos/${owner}/pulls/${number}`), owner);
	const label = reference.includes(":") ? reference : `${repo.split("/")[0]}:${reference}`;
	const [found] = (await api.json(`repos/${repo}/pulls`, { head: label, state: "open", per_page: 1 })).list();
	if (!found) throw new ToolError(`No open pull request in ${repo} has the branch ${reference}`);
	return parsePull(found, repo);
}

function parsePull(pull: Awaited<ReturnType<GithubApi["json"]>>, repo: string): Pull {
	const number = pull.number("number");
	const headRef = pull.text("head", "ref");
	if (number === undefined || headRef === undefined) throw new ToolError("GitHub's answer has no pull request in it");
	const headRepo = pull.text("head", "repo", "full_name");
	return {
		number,
		repo,
		title: oneLine(pull.text("title") ?? ""),
		url: pull.text("html_url") ?? `https://github.com/${repo}/pull/${number}`,
		headRef,
		headRepo: headRepo === undefined ? undefined : parseRepo(headRepo),
		isCrossRepository: headRepo?.toLowerCase() !== repo.toLowerCase(),
		maintainerCanModify: pull.flag("maintainer_can_modify"),
	};
}

/** Git locks its files for a moment only; two of these at once would stumble over each other. */
const queues = new Map<string, Promise<unknown>>();

async function checkOut(pull: Pull, work: GithubWork): Promise<Checkout> {
	const commonFolder = (
		await runGit(["rev-parse", "--path-format=absolute", "--git-common-dir"], work.here).catch(() => {
			throw new ToolError("pr_checkout needs a git checkout of the repository as the working directory");
		})
	).trim();
	const before = queues.get(commonFolder) ?? Promise.resolve();
	const mine = before.catch(() => {}).then(() => checkOutAlone(pull, commonFolder, work));
	queues.set(commonFolder, mine);
	return mine;
}

async function checkOutAlone(pull: Pull, commonFolder: string, work: GithubWork): Promise<Checkout> {
	const { here, params, deps } = work;
	const git = (...args: string[]) => runGit(args, here);
	const { remote, remoteBranch, sha } = await fetchHead(pull, work);
	const branch = `pr-${pull.number}`;
	const known = (await worktrees(git)).find((one) => one.branch === `refs/heads/${branch}`);
	const existing = (await git("rev-parse", "--verify", "--quiet", `refs/heads/${branch}`).catch(() => "")).trim();
	const isBehind = existing !== "" && (await isAncestor(git, existing, sha));
	if (existing !== "" && existing !== sha && !isBehind && !params.force) {
		throw new ToolError(
			`Branch ${branch} has commits that the pull request has not${known ? ` (in ${known.path})` : ""}. Pass force: true to give them up.`,
		);
	}
	let worktreePath = known?.path;
	if (worktreePath !== undefined) {
		if (existing !== sha) {
			const inside = { ...here, cwd: worktreePath };
			if (params.force) await runGit(["reset", "--hard", sha], inside);
			else await runGit(["merge", "--ff-only", "--quiet", sha], inside);
		}
	} else {
		const base = deps.github.worktreeBase();
		mkdirSync(base, { recursive: true, mode: 0o700 });
		worktreePath = freePath(join(base, `${pull.number}-${repositoryHash(commonFolder)}`));
		await git("worktree", "prune");
		await git("worktree", "add", "--quiet", "-B", branch, worktreePath, sha);
	}
	const settings = {
		remote,
		merge: `refs/heads/${remoteBranch}`,
		pushRemote: remote,
		ompPrHeadRef: remoteBranch,
		ompPrUrl: pull.url,
		ompPrIsCrossRepository: String(pull.isCrossRepository),
		ompPrMaintainerCanModify: String(pull.maintainerCanModify),
	};
	for (const [key, value] of Object.entries(settings)) await git("config", `branch.${branch}.${key}`, value);
	return { pr: pull.number, repo: pull.repo, branch, worktreePath, remote, remoteBranch, headSha: sha, url: pull.url };
}

async function fetchHead(pull: Pull, work: GithubWork): Promise<{ remote: string; remoteBranch: string; sha: string }> {
	const { here } = work;
	const remotes = await githubRemotes(here);
	const same = (repo: string) => remotes.find((one) => one.repo.toLowerCase() === repo.toLowerCase());
	const base = same(pull.repo) ?? remotes[0];
	if (!base) throw new ToolError(`This checkout has no remote of ${pull.repo}`);
	const git = (...args: string[]) => runGit(args, here);
	if (pull.headRepo === undefined) {
		// The fork is gone; GitHub keeps what it had.
		await git(
			"fetch",
			"--quiet",
			base.name,
			`+refs/pull/${pull.number}/head:refs/remotes/${base.name}/pr/${pull.number}`,
		);
		const sha = (await git("rev-parse", `refs/remotes/${base.name}/pr/${pull.number}`)).trim();
		return { remote: base.name, remoteBranch: pull.headRef, sha };
	}
	const remote = same(pull.headRepo) ?? (await addFork(pull.headRepo, base, remotes, work));
	const tracking = `refs/remotes/${remote.name}/${pull.headRef}`;
	await git("fetch", "--quiet", remote.name, `+refs/heads/${pull.headRef}:${tracking}`);
	const sha = (await git("rev-parse", "--verify", `${tracking}^{commit}`)).trim();
	return { remote: remote.name, remoteBranch: pull.headRef, sha };
}

/** Reached the way the base is: over https or ssh. */
async function addFork(
	repo: string,
	base: GithubRemote,
	remotes: readonly GithubRemote[],
	{ here }: GithubWork,
): Promise<GithubRemote> {
	const host = githubHost(here.env);
	const url = base.url.startsWith("http") ? `https://${host}/${repo}.git` : `git@${host}:${repo}.git`;
	const taken = new Set(remotes.map(({ name }) => name));
	const plain = `fork-${repo.split("/")[0]}`;
	let name = plain;
	for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`;
	await runGit(["remote", "add", name, url], here);
	return { name, repo, url };
}

type Git = (...args: string[]) => Promise<string>;

async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
	return git("merge-base", "--is-ancestor", older, newer).then(
		() => true,
		() => false,
	);
}

async function worktrees(git: Git): Promise<readonly { readonly path: string; readonly branch: string }[]> {
	const listed = await git("worktree", "list", "--porcelain");
	return listed.split("\n\n").flatMap((entry) => {
		const path = /^worktree (.*)$/m.exec(entry)?.[1];
		const branch = /^branch (.*)$/m.exec(entry)?.[1];
		return path !== undefined && branch !== undefined && existsSync(path) ? [{ path, branch }] : [];
	});
}

function repositoryHash(commonFolder: string): string {
	return createHash("sha256").update(commonFolder).digest("hex").slice(0, 7);
}

function freePath(wanted: string): string {
	let path = wanted;
	for (let count = 2; existsSync(path); count++) path = `${wanted}-${count}`;
	return path;
}
