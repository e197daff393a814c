import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { CliError } from "../../../../process/usage-error.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface GitAnswer {
	readonly code: number;
	readonly stdout: Buffer;
	readonly stderr: string;
}

export interface GitInput {
	readonly variables?: Readonly<Record<string, string>>;
	readonly stdin?: string | Uint8Array;
}

/** Git in one repository, with its hooks: the user asked for a commit, and the repository is trusted. */
export class Repository {
	readonly root: string;
	readonly #env: Env;
	readonly #signal: AbortSignal | undefined;

	constructor(root: string, env: Env, signal?: AbortSignal) {
		this.root = root;
		this.#env = env;
		this.#signal = signal;
	}

	/** The same, whose git is stopped by a signal. */
	interruptedBy(signal: AbortSignal | undefined): Repository {
		return signal ? new Repository(this.root, this.#env, signal) : this;
	}

	async run(args: readonly string[], { variables, stdin }: GitInput = {}): Promise<GitAnswer> {
		return runGit(args, {
			cwd: this.root,
			env: this.#env,
			runsHooks: true,
			reach: "any",
			...(variables && { variables }),
			...(this.#signal && { signal: this.#signal }),
			...(stdin !== undefined && { stdin }),
		});
	}

	async succeeds(args: readonly string[], input?: GitInput): Promise<boolean> {
		return (await this.run(args, input)).code === 0;
	}

	/** What git prints; a failure is an error that says why. */
	async bytes(args: readonly string[], input?: GitInput): Promise<Buffer> {
		const { code, stdout, stderr } = await this.run(args, input);
		if (code === 0) return stdout;
		throw new CliError(`git failed: ${stderr.trim() || stdout.toString("utf8").trim() || `exit code ${code}`}`);
	}

	async text(args: readonly string[], input?: GitInput): Promise<string> {
		return (await this.bytes(args, input)).toString("utf8");
	}

	/** The commit HEAD names; `undefined` on a branch without commits. */
	async head(): Promise<string | undefined> {
		const { code, stdout } = await this.run(["rev-parse", "-q", "--verify", "HEAD"]);
		return code === 0 ? stdout.toString("utf8").trim() : undefined;
	}
}
