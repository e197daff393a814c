import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { runGit } from "./api/github-cli.ts";
import type { GithubOutput, GithubWork } from "./github-call.ts";

/** Pushes a branch of `pr_checkout` to the head of its pull request. */
export async function pushPull({ params, here, deps }: GithubWork): Promise<GithubOutput> {
	const git = (...args: string[]) => runGit(args, here);
	const branch =
		params.branch?.trim() || (await git("symbolic-ref", "--quiet", "--short", "HEAD").catch(() => "")).trim();
	if (branch === "") throw new ToolError("No branch is checked out here. Pass branch: pr-<n>");
	if (branch.startsWith("-")) throw new ToolError(`Not a branch: ${branch}`);
	const setting = async (key: string) =>
		(await git("config", "--get", `branch.${branch}.${key}`).catch(() => "")).trim();
	const [headRef, remote, url, isCross, mayModify] = await Promise.all(
		["ompPrHeadRef", "pushRemote", "ompPrUrl", "ompPrIsCrossRepository", "ompPrMaintainerCanModify"].map(setting),
	);
	if (!headRef || !remote) {
		throw new ToolError(`Branch ${branch} belongs to no pull request that pr_checkout knows. Push it with git.`);
	}
	const sha = (await git("rev-parse", "--verify", `refs/heads/${branch}`)).trim();
	const lease = params.forceWithLease ? ["--force-with-lease"] : [];
	try {
		await git("push", "--quiet", ...lease, remote, `refs/heads/${branch}:refs/heads/${headRef}`);
	} catch (error) {
		const reason = errorMessage(error);
		const hint =
			isCross === "true" && mayModify === "false"
				? "\nThe author of the pull request does not let maintainers push to the fork."
				: /rejected|non-fast-forward|fetch first|stale info/.test(reason)
					? "\nThe pull request has other commits: pr_checkout again, or pass forceWithLease: true to replace them."
					: "";
		throw new ToolError(`${reason}${hint}`);
	}
	const [, repo = "", number = ""] = /([^/]+\/[^/]+)\/pull\/(\d+)/.exec(url ?? "") ?? [];
	if (number !== "") (await deps.github.cache())?.forget(`pr://${repo}/${number}`);
	return {
		content: [`Pushed ${branch} (${sha.slice(0, 10)}) to ${remote}/${headRef}`, ...(url ? [url] : [])].join("\n"),
		details: {
			branch,
			remote,
			remoteBranch: headRef,
			headSha: sha,
			...(repo !== "" && { repo }),
			...(url && { meta: { source: { type: "url", value: url } } }),
		},
	};
}
