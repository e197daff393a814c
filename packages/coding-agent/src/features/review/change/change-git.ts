import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { ReviewFault } from "./review-fault.ts";

/** Runs git for a review: it reads, and runs nothing of the repository's. */
export interface ChangeGit {
	readonly root: string;
	readonly signal: AbortSignal | undefined;
	/** What it prints; `undefined` when it fails. */
	find(args: readonly string[]): Promise<string | undefined>;
	/** What it prints; a failure is a fault. */
	get(args: readonly string[], stdin?: string): Promise<string>;
}

export interface GitPlace {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal?: AbortSignal;
}

/** Git at the top of the repository that a folder is in. */
export async function openChangeGit({ cwd, env, signal }: GitPlace): Promise<ChangeGit & { readonly prefix: string }> {
	const run = async (args: readonly string[], folder: string, stdin?: string) => {
		const { code, stdout, stderr } = await runGit(args, {
			...{ cwd: folder, env },
			...(stdin !== undefined && { stdin }),
			...(signal && { signal }),
		});
		signal?.throwIfAborted();
		return { code, text: stdout.toString("utf8"), stderr };
	};
	const top = await run(["rev-parse", "--show-toplevel", "--show-prefix"], cwd).catch((error: unknown) => {
		signal?.throwIfAborted();
		throw new ReviewFault(`A review needs git: ${error instanceof Error ? error.message : String(error)}`);
	});
	if (top.code !== 0) {
		const reason = /not a git repository|must be run in a work tree/.test(top.stderr) ? "" : `: ${top.stderr.trim()}`;
		throw new ReviewFault(`A review needs a git repository with a working tree; there is none in ${cwd}${reason}`);
	}
	const [root = "", prefix = ""] = top.text.split("\n");
	return {
		root,
		prefix,
		signal,
		async find(args) {
			const { code, text } = await run(args, root);
			return code === 0 ? text : undefined;
		},
		async get(args, stdin) {
			const { code, text, stderr } = await run(args, root, stdin);
			if (code !== 0) throw new ReviewFault(`git ${args[0]} failed: ${stderr.trim() || `exit code ${code}`}`);
			return text;
		},
	};
}
