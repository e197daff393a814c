import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { TaskFailure } from "../contract/task-failure.ts";
import { shown } from "../workspace/clone-cache.ts";
import { runGh } from "./run-gh.ts";

export interface PullRequestWish {
	readonly remote: string;
	readonly branch: string;
	readonly base: string | undefined;
	readonly isDraft: boolean;
	readonly title: string;
	readonly body: string;
	/** For the text of the request. */
	readonly folder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
}

/** Opens a pull request for a pushed branch, or gives the one that an earlier attempt has opened. */
export async function openPullRequest(wish: PullRequestWish): Promise<string> {
	const { remote, branch, base, env, signal } = wish;
	const repo = repositoryName(remote);
	const gh = (args: readonly string[]) => runGh(args, env, signal);
	try {
		const listed: unknown = JSON.parse(
			await gh([
				"pr",
				"list",
				`--repo=${repo}`,
				`--head=${branch}`,
				"--state=all",
				"--json",
				"url,state",
				"--limit",
				"10",
			]),
		);
		const rows = Array.isArray(listed) ? listed.filter(isRecord) : [];
		const known = rows.find(({ state }) => state === "OPEN") ?? rows[0];
		if (typeof known?.url === "string") return known.url;
		const file = join(wish.folder, "pull-request.md");
		writeFileSync(file, wish.body, { mode: 0o600 });
		const printed = await gh([
			...["pr", "create", `--repo=${repo}`, `--head=${branch}`, `--title=${wish.title}`, `--body-file=${file}`],
			...(base === undefined ? [] : [`--base=${base}`]),
			...(wish.isDraft ? ["--draft"] : []),
		]);
		const url = printed.match(/https?:\/\/\S+\/pull\/\d+/g)?.at(-1);
		if (url === undefined) throw new Error(`gh did not say where it is: ${printed.trim()}`);
		return url;
	} catch (error) {
		signal.throwIfAborted();
		throw new TaskFailure(
			"delivery",
			`The branch ${branch} is pushed, but the pull request could not be opened: ${errorMessage(error)}`,
			{ branch },
		);
	}
}

/** `owner/name`, with the host where it is not the usual one. */
function repositoryName(remote: string): string {
	const [, host = "", path = ""] =
		/^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+(?=\/))?[:/](.+?)(?:\.git)?\/?$/i.exec(remote) ?? [];
	if (remote.startsWith("/") || host === "" || path.split("/").length !== 2) {
		throw new TaskFailure(
			"delivery",
			`${shown(remote)} is not on GitHub, so it has no pull requests. Deliver a branch`,
		);
	}
	return /^(ssh\.)?github\.com$/.test(host) ? path : `${host}/${path}`;
}
