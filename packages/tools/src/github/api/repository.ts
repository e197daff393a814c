import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type GhOptions, runGit } from "./github-cli.ts";

export interface GithubRemote {
	readonly name: string;
	/** `owner/repo` */
	readonly repo: string;
	readonly url: string;
}

const repoPattern = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/;

export function githubHost(env: GhOptions["env"]): string {
	return env.GH_HOST || "github.com";
}

/** `owner/repo` from what the model wrote: also an address, with or without `.git`. */
export function parseRepo(input: string, env: GhOptions["env"] = {}): string {
	const repo = input
		.trim()
		.replace(/^https?:\/\/[^/]+\//, "")
		.replace(`${githubHost(env)}/`, "")
		.replace(/\.git$|\/+$/g, "");
	if (!repoPattern.test(repo)) throw new ToolError(`Not a repository: ${input}. Write owner/repo.`);
	return repo;
}

/** The remotes of a checkout that are on GitHub, the one that `gh` would choose first. Runs nothing that the repository configures. */
export async function githubRemotes(options: GhOptions & { readonly cwd: string }): Promise<readonly GithubRemote[]> {
	const config = await runGit(["config", "--get-regexp", "^remote\\..*\\.(url|gh-resolved)$"], options).catch(() => "");
	const host = githubHost(options.env);
	const remotes: GithubRemote[] = [];
	const resolved = new Set<string>();
	for (const line of config.split("\n")) {
		const [, name = "", key, value = ""] = /^remote\.(.+)\.(url|gh-resolved) (.*)$/.exec(line) ?? [];
		if (key === "gh-resolved") resolved.add(name);
		const repo = key === "url" ? repoOfUrl(value, host) : undefined;
		if (repo !== undefined) remotes.push({ name, repo, url: value });
	}
	const rank = ({ name }: GithubRemote) => {
		const known = ["upstream", "github", "origin"].indexOf(name);
		return resolved.has(name) ? -1 : known === -1 ? 3 : known;
	};
	return remotes.sort((one, other) => rank(one) - rank(other));
}

function repoOfUrl(url: string, host: string): string | undefined {
	const escaped = host.replaceAll(".", "\\.");
	const form = new RegExp(
		`^(?:https?://(?:[^@/]+@)?${escaped}/|(?:ssh://)?(?:[^@/]+@)?(?:ssh\\.)?${escaped}(?::\\d+/|[:/]))([^/]+/[^/]+?)(?:\\.git)?/?$`,
		"i",
	);
	const repo = form.exec(url)?.[1];
	return repo !== undefined && repoPattern.test(repo) ? repo : undefined;
}

/** The repository that was named, or that of the checkout. */
export async function repositoryFor(
	requestedRepo: string | undefined,
	options: GhOptions & { readonly cwd: string },
): Promise<string> {
	if (requestedRepo !== undefined && requestedRepo.trim() !== "") return parseRepo(requestedRepo, options.env);
	const [remote] = await githubRemotes(options);
	if (remote) return remote.repo;
	throw new ToolError(
		"GitHub repository context is unavailable. Pass `repo` explicitly or run the tool inside a GitHub checkout.",
	);
}
