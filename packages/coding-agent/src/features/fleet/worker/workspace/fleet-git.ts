import type { GitAccess, GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { type GitAnswer, runGit } from "@oh-my-pi/pi-natives/git/run-git";

export class FleetGitError extends Error {
	override readonly name = "FleetGitError";

	constructor(
		message: string,
		readonly stderr: string,
	) {
		super(message);
	}
}

export interface FleetGitOptions {
	readonly reach?: GitAccess["reach"];
	readonly stdin?: string | Uint8Array;
	readonly variables?: Readonly<Record<string, string>>;
	/** Exit codes besides 0 that are an answer. */
	readonly accept?: readonly number[];
	readonly signal?: AbortSignal;
	readonly timeoutMs?: number;
}

/** Git for a worker: in one folder, without hooks, prompts, filters of large files, and work in the background. */
export class FleetGit {
	constructor(
		readonly cwd: string,
		readonly env: GitEnv,
		readonly variables: Readonly<Record<string, string>> = {},
	) {}

	in(cwd: string, variables: Readonly<Record<string, string>> = {}): FleetGit {
		return new FleetGit(cwd, this.env, variables);
	}

	async run(args: readonly string[], options: FleetGitOptions = {}): Promise<GitAnswer> {
		const { accept, variables, reach = "local", ...rest } = options;
		const answer = await runGit([...pinned, ...args], {
			cwd: this.cwd,
			env: this.env,
			findsBare: true,
			variables: { ...quiet, ...withoutQuestions(this.env), ...this.variables, ...variables },
			reach,
			...rest,
		});
		rest.signal?.throwIfAborted();
		if (answer.code === 0 || accept?.includes(answer.code)) return answer;
		const name = args.find((arg) => !arg.startsWith("-")) ?? "";
		const lines = answer.stderr.trim().split("\n").slice(-4).join("\n");
		const how = answer.signal ? `was killed by ${answer.signal}` : `exit code ${answer.code}`;
		throw new FleetGitError(`git ${name} failed: ${lines || how}`, answer.stderr);
	}

	async text(args: readonly string[], options: FleetGitOptions = {}): Promise<string> {
		return (await this.run(args, options)).stdout.toString("utf8").trimEnd();
	}

	/** Output with NUL between the items. */
	async list(args: readonly string[], options: FleetGitOptions = {}): Promise<string[]> {
		return (await this.run(args, options)).stdout.toString("utf8").split("\0").filter(Boolean);
	}
}

const quiet = {
	// Nobody can type a password, and a helper with a window would wait for ever.
	GIT_ASKPASS: "true",
	SSH_ASKPASS: "true",
	GIT_LFS_SKIP_SMUDGE: "1",
};

/** A program for SSH that the user has chosen stays as it is. */
function withoutQuestions({ GIT_SSH_COMMAND, GIT_SSH }: GitEnv): Record<string, string> {
	return GIT_SSH_COMMAND || GIT_SSH ? {} : { GIT_SSH_COMMAND: "ssh -o BatchMode=yes" };
}

const pinned = [
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["advice.addEmbeddedRepo", "false"],
	["advice.detachedHead", "false"],
	["commit.gpgSign", "false"],
	["core.safecrlf", "false"],
	["fetch.recurseSubmodules", "false"],
	["protocol.file.allow", "always"],
	["init.defaultBranch", "main"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
