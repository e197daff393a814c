import { type ToolCallContext, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { cardResult } from "../web/sites/handler/card.ts";
import { JsonReader } from "../web/sites/handler/json-reader.ts";
import { day } from "../web/sites/handler/markdown-text.ts";
import { githubApi, runGh } from "./api/github-cli.ts";
import { repositoryFor } from "./api/repository.ts";
import type { GithubDeps, GithubDetails, GithubParams } from "./github.ts";
import { type GithubOutput, type GithubWork, outside } from "./github-call.ts";

export async function executeGithub(
	params: GithubParams,
	call: ToolCallContext<GithubDetails>,
	deps: GithubDeps,
): Promise<GithubOutput> {
	const { workspace } = deps;
	const { env } = workspace;
	const here = { env, cwd: workspace.cwd(), signal: call.signal };
	const api = githubApi({ env, signal: call.signal });
	const work: GithubWork = { params, call, deps, here, api, repo: () => repositoryFor(params.repo, here) };
	switch (params.op) {
		case "repo_view":
			return viewRepository(work);
		case "file_read":
			return readFile(work);
		case "search_issues":
		case "search_prs":
		case "search_code":
		case "search_commits":
		case "search_repos":
			return (await import("./search.ts")).searchGithub(work);
		case "run_watch":
			return (await import("./run-watch.ts")).watchRuns(work);
		case "pr_create":
			await refuseUntrustedGit(work);
			return (await import("./pr-create.ts")).createPull(work);
		case "pr_checkout":
			await refuseUntrustedGit(work);
			return (await import("./pr-checkout.ts")).checkOutPulls(work);
		case "pr_push":
			await refuseUntrustedGit(work);
			return (await import("./pr-push.ts")).pushPull(work);
	}
}

/** Git would run what the repository's own settings name. */
async function refuseUntrustedGit({ deps }: GithubWork): Promise<void> {
	if (!(await deps.workspace.isGitUntrusted?.())) return;
	throw new ToolError(
		"Hooks or git settings of this repository run programs, and the user does not trust them. See omp trust.",
	);
}

const repositoryFields =
	"nameWithOwner,description,url,homepageUrl,defaultBranchRef,isPrivate,isArchived,isFork,parent,primaryLanguage,licenseInfo,stargazerCount,forkCount,repositoryTopics,pushedAt,viewerPermission";

async function viewRepository({ params, here, repo }: GithubWork): Promise<GithubOutput> {
	const name = await repo();
	const answer = await runGh(["repo", "view", name, "--json", repositoryFields], {
		env: here.env,
		signal: here.signal,
	});
	const found = new JsonReader(JSON.parse(answer));
	const url = found.text("url") ?? `https://github.com/${name}`;
	const { branch } = params;
	const card = cardResult({
		title: found.text("nameWithOwner") ?? name,
		summary: found.text("description"),
		facts: {
			URL: branch === undefined ? url : `${url}/tree/${encodeURI(branch)}`,
			Homepage: found.text("homepageUrl"),
			"Default branch": found.text("defaultBranchRef", "name"),
			Private: found.flag("isPrivate"),
			Archived: found.flag("isArchived"),
			"Fork of": found.flag("isFork")
				? [found.text("parent", "owner", "login"), found.text("parent", "name")]
				: undefined,
			Language: found.text("primaryLanguage", "name"),
			License: found.text("licenseInfo", "name"),
			Stars: found.number("stargazerCount"),
			Forks: found.number("forkCount"),
			Topics: found.texts(["repositoryTopics"], "name"),
			"Last push": day(found.text("pushedAt")),
			"Your permission": found.text("viewerPermission")?.toLowerCase(),
		},
	});
	return outside(card?.markdown ?? `# ${name}`, url, { repo: name, ...(branch !== undefined && { branch }) });
}

async function readFile({ params, api, repo }: GithubWork): Promise<GithubOutput> {
	const { path = "", branch } = params;
	if (path.trim() === "") throw new ToolError("path is required for file_read");
	if (path.startsWith("/")) throw new ToolError("path has no leading /: it is inside the repository");
	const name = await repo();
	const encoded = path.split("/").map(encodeURIComponent).join("/");
	const query = branch === undefined ? "" : `?ref=${encodeURIComponent(branch)}`;
	const text = await api.text(`repos/${name}/contents/${encoded}${query}`, "application/vnd.github.raw");
	if (text.includes("\0")) throw new ToolError(`${path} is not text`);
	const url = `https://github.com/${name}/blob/${branch ?? "HEAD"}/${path}`;
	return outside(listing(text) ?? text, url, { repo: name, ...(branch !== undefined && { branch }) });
}

/** A folder is answered with what is in it. */
function listing(text: string): string | undefined {
	if (!text.startsWith("[")) return undefined;
	try {
		const entries = new JsonReader(JSON.parse(text)).list();
		const isFolder =
			entries.length > 0 && entries.every((entry) => entry.text("git_url") !== undefined || entry.text("sha"));
		if (!isFolder) return undefined;
		return entries.map((entry) => `${entry.text("path")}${entry.text("type") === "dir" ? "/" : ""}`).join("\n");
	} catch {
		// A JSON file that is broken is a file.
		return undefined;
	}
}
