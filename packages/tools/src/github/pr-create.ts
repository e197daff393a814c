import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joined, oneLine } from "../web/sites/handler/markdown-text.ts";
import { runGh, runGit } from "./api/github-cli.ts";
import { githubRemotes } from "./api/repository.ts";
import type { GithubParams } from "./github.ts";
import type { GithubOutput, GithubWork } from "./github-call.ts";

/** Opens a pull request for a branch that is pushed. */
export async function createPull(work: GithubWork): Promise<GithubOutput> {
	const { params, here, api, deps } = work;
	if (params.title === undefined && !params.fill) throw new ToolError("pr_create needs title, or fill: true");
	if (params.title !== undefined && params.fill) throw new ToolError("title and fill exclude each other");
	const folder = await mkdtemp(join(tmpdir(), "omp-pr-"));
	try {
		const body = await bodyArgs(params, folder);
		const repo = await work.repo();
		const head = params.head ?? (await currentHead(repo, work));
		const printed = await runGh(
			["pr", "create", `--repo=${repo}`, `--head=${head}`, ...createArgs(params), ...body],
			here,
		);
		const url = printed.match(/https:\/\/\S+\/pull\/\d+/g)?.at(-1);
		if (url === undefined) return { content: `Created a pull request.\n${printed.trim()}` };
		const [, name = "", number = ""] = /([^/]+\/[^/]+)\/pull\/(\d+)$/.exec(url) ?? [];
		(await deps.github.cache())?.forget(`pr://${name}`);
		const pull = await api.json(`repos/${name}/pulls/${number}`);
		const branch = pull.text("head", "ref");
		const sha = pull.text("head", "sha");
		const content = [
			`# Created Pull Request #${number}: ${oneLine(pull.text("title") ?? params.title ?? "")}`,
			"",
			`- URL: ${url}`,
			`- State: ${pull.flag("draft") ? "draft" : (pull.text("state") ?? "open")}`,
			`- Branches: ${joined(" → ", pull.text("head", "label"), pull.text("base", "ref"))}`,
			`- Changes: +${pull.number("additions") ?? 0} −${pull.number("deletions") ?? 0} in ${pull.number("changed_files") ?? 0} files`,
		].join("\n");
		return {
			content,
			details: {
				repo: name,
				...(branch !== undefined && { branch }),
				...(sha !== undefined && { headSha: sha }),
				meta: { source: { type: "url", value: url } },
			},
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The branch that is checked out, as GitHub names it: with the owner if it was pushed to a fork. */
async function currentHead(repo: string, { here }: GithubWork): Promise<string> {
	const git = (...args: string[]) =>
		runGit(args, here).then(
			(text) => text.trim(),
			() => "",
		);
	const branch = await git("symbolic-ref", "--quiet", "--short", "HEAD");
	if (branch === "") throw new ToolError("No branch is checked out here. Pass head");
	const remotes = await githubRemotes(here);
	const pushed =
		(await git("config", "--get", `branch.${branch}.pushRemote`)) ||
		(await git("config", "--get", `branch.${branch}.remote`));
	const names = pushed === "" ? remotes.map(({ name }) => name) : [pushed];
	const refs = await Promise.all(
		names.map((name) => git("rev-parse", "--verify", "--quiet", `refs/remotes/${name}/${branch}`)),
	);
	const at = refs.findIndex((ref) => ref !== "");
	if (at === -1)
		throw new ToolError(
			`Branch ${branch} is not on GitHub yet. Push it first: git push -u ${names[0] ?? "origin"} ${branch}`,
		);
	const owner = remotes.find(({ name }) => name === names[at])?.repo.split("/")[0];
	return owner === undefined || owner === repo.split("/")[0] ? branch : `${owner}:${branch}`;
}

/** Markdown has lines and quotes that are easier kept in a file. */
async function bodyArgs({ body, fill }: GithubParams, folder: string): Promise<string[]> {
	if (body === undefined || body === "") return fill ? [] : ["--body", ""];
	const file = join(folder, "body.md");
	await writeFile(file, body, { mode: 0o600 });
	return ["--body-file", file];
}

function createArgs({ title, base, draft, fill, reviewer, assignee, label }: GithubParams): string[] {
	const each = (flag: string, values: readonly string[] = []) => values.flatMap((value) => [`--${flag}=${value}`]);
	return [
		...(title === undefined ? [] : [`--title=${title}`]),
		...(base === undefined ? [] : [`--base=${base}`]),
		...(draft ? ["--draft"] : []),
		...(fill ? ["--fill"] : []),
		...each("reviewer", reviewer),
		...each("assignee", assignee),
		...each("label", label),
	];
}
