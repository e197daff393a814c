import { isAbsolute } from "node:path";
import { TaskFailure } from "../contract/task-failure.ts";
import { shown } from "../workspace/clone-cache.ts";
import { type FleetGit, FleetGitError } from "../workspace/fleet-git.ts";
import { taskTrailer } from "./commit.ts";

const timeoutMs = 300_000;
/** Where the head of a remote branch is put to be looked at. */
const lookRef = "refs/fleet/target";

/** A push into the branch that is checked out would change files there, by filters that the repository names. */
const withoutPrograms = [
	["core.hooksPath", "/dev/null"],
	["core.fsmonitor", "false"],
	["core.alternateRefsCommand", "true"],
	["receive.denyCurrentBranch", "refuse"],
	["receive.autogc", "false"],
]
	.map(([name, value]) => `-c ${name}=${value}`)
	.join(" ");

/** The remote of a task, as its delivery sees it. */
export class Remote {
	readonly #git: FleetGit;
	readonly #url: string;
	readonly #reach: "local" | "network";
	readonly #isHere: boolean;
	readonly #signal: AbortSignal;

	constructor(git: FleetGit, url: string, signal: AbortSignal) {
		this.#git = git;
		this.#url = url;
		this.#reach = isAbsolute(url) ? "local" : "network";
		this.#isHere = isAbsolute(url) || /^file:/i.test(url);
		this.#signal = signal;
	}

	/** The head of a branch, with its commits fetched; `undefined` for no such branch. */
	async head(branch: string): Promise<string | undefined> {
		const ref = `refs/heads/${branch}`;
		const found = await this.#run(["ls-remote", this.#url, ref]);
		const line = found.split("\n").find((row) => row.endsWith(`\t${ref}`));
		if (!line) return undefined;
		await this.#run([
			"fetch",
			"--quiet",
			"--no-tags",
			"--no-write-fetch-head",
			"--force",
			this.#url,
			`${ref}:${lookRef}`,
		]);
		return this.#git.text(["rev-parse", lookRef]);
	}

	/** What the task has delivered to the branch already, whoever did it. */
	async delivered(task: string, base: string, head: string): Promise<string | undefined> {
		const { stdout } = await this.#git.run(
			["log", "--format=%H", `--grep=^${taskTrailer}: ${task}$`, head, `^${base}`],
			{
				accept: [128],
			},
		);
		return stdout.toString().trim().split("\n")[0] || undefined;
	}

	/** `false` when the branch has moved meanwhile, or, for a new one, is there already. */
	async push(commit: string, branch: string, options: { readonly isNew: boolean }): Promise<boolean> {
		const ref = `refs/heads/${branch}`;
		const lease = options.isNew ? [`--force-with-lease=${ref}:`] : [];
		const args = ["push", "--quiet", "--no-verify", ...this.#receiver, ...lease, this.#url, `${commit}:${ref}`];
		const { reach, signal } = this.#access;
		try {
			await this.#git.run(args, { reach, signal, timeoutMs });
			return true;
		} catch (error) {
			if (!(error instanceof FleetGitError)) throw error;
			if (/non-fast-forward|fetch first|\[rejected\]|cannot lock ref|reference already exists/.test(error.stderr))
				return false;
			throw new TaskFailure(
				"delivery",
				`The push to ${branch} of ${shown(this.#url)} was refused. ${shown(error.message)}`,
			);
		}
	}

	async #run(args: readonly string[]): Promise<string> {
		const { reach, signal } = this.#access;
		try {
			return await this.#git.text(args, { reach, signal, timeoutMs });
		} catch (error) {
			if (!(error instanceof FleetGitError)) throw error;
			throw new TaskFailure("delivery", `${shown(this.#url)} cannot be reached. ${shown(error.message)}`);
		}
	}

	/** On this machine, the settings of the repository that receives would name programs for this user to run. */
	get #receiver(): readonly string[] {
		return this.#isHere ? [`--receive-pack=git ${withoutPrograms} receive-pack`] : [];
	}

	get #access() {
		return { reach: this.#reach, signal: this.#signal };
	}
}
