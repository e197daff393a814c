import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";

export class GitError extends Error {
	override readonly name = "GitError";

	constructor(
		message: string,
		/** Git was killed by it. */
		readonly signal?: string,
	) {
		super(message);
	}
}

export interface GitOptions {
	readonly stdin?: string | Uint8Array;
	/** Besides the environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Exit codes besides 0 that are an answer. */
	readonly accept?: readonly number[];
}

/** Runs git in a folder, without hooks and without what a shell may have set for another repository. */
export class Git {
	readonly cwd: string;
	readonly #env: GitEnv;
	readonly #variables: Readonly<Record<string, string>>;

	/** With `gitDir`, the repository is there instead of in the folder. */
	constructor(cwd: string, env: GitEnv, gitDir?: string) {
		this.cwd = cwd;
		this.#env = { ...env };
		this.#variables = gitDir === undefined ? {} : { GIT_DIR: gitDir, GIT_WORK_TREE: cwd };
	}

	async run(args: readonly string[], options: GitOptions = {}): Promise<{ stdout: Buffer; code: number }> {
		const { stdout, stderr, code, signal } = await runGit([...quiet, ...args], {
			cwd: this.cwd,
			env: this.#env,
			variables: { ...this.#variables, ...options.env },
			reach: "local",
			...(options.stdin !== undefined && { stdin: options.stdin }),
		});
		if (code !== 0 && !options.accept?.includes(code)) {
			const how = signal === undefined ? `exit code ${code}` : `killed by ${signal}`;
			const reason = lockReason(stderr) ?? (stderr.trim().split("\n").slice(-3).join(" ") || how);
			throw new GitError(`git ${args[0]} failed in ${this.cwd}: ${reason}`, signal);
		}
		return { stdout, code };
	}

	async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
		return (await this.run(args, options)).stdout.toString("utf8").trimEnd();
	}

	/** Output with NUL between the items. */
	async list(args: readonly string[], options: GitOptions = {}): Promise<string[]> {
		const { stdout } = await this.run(args, options);
		return stdout.toString("utf8").split("\0").filter(Boolean);
	}
}

/** Git says in many lines that a lock is there. */
function lockReason(stderr: string): string | undefined {
	const [, path] = /Unable to create '(.+\.lock)': File exists/.exec(stderr) ?? [];
	return path && `${path} exists: another git command is running, or one was killed and the file can be removed`;
}

const quiet = [
	["gc.auto", "0"],
	["maintenance.auto", "false"],
	["advice.addEmbeddedRepo", "false"],
	["commit.gpgSign", "false"],
	["core.safecrlf", "false"],
	["fetch.recurseSubmodules", "false"],
	["protocol.file.allow", "always"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
