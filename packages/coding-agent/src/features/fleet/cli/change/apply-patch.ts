import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { type GitAnswer, runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { commitTitle } from "../../text/commit-title.ts";

export type ApplyOutcome =
	| { readonly kind: "applied"; readonly branch?: string }
	| { readonly kind: "present"; readonly branch?: string }
	| { readonly kind: "refused"; readonly why: string };

type GitEnv = Readonly<Record<string, string | undefined>>;

/** Changes the files of a folder as a patch says, all of it or nothing. */
export async function applyPatch(folder: string, patch: Uint8Array, env: GitEnv): Promise<ApplyOutcome> {
	const run = (...options: string[]) =>
		// A repository around the folder would leave out files that are not below its own folder.
		runGit(["apply", "--whitespace=nowarn", ...options, "-"], {
			cwd: folder,
			env: { ...env, GIT_CEILING_DIRECTORIES: dirname(folder) },
			stdin: patch,
		});
	const check = await run("--check");
	if (check.code !== 0) {
		const reversed = await run("--check", "--reverse");
		return reversed.code === 0 ? { kind: "present" } : { kind: "refused", why: reasonFor(check, "it does not apply") };
	}
	const applied = await run();
	return applied.code === 0 ? { kind: "applied" } : { kind: "refused", why: reasonFor(applied, "it does not apply") };
}

/** Makes a branch with the change as one commit on what the task began with. Neither files nor index of the folder are touched. */
export async function branchPatch(folder: string, task: Task, patch: Uint8Array, env: GitEnv): Promise<ApplyOutcome> {
	const base = task.progress.baseCommit;
	const branch = branchName(task);
	const temporary = await mkdtemp(join(tmpdir(), "omp-fleet-"));
	const git = (args: readonly string[], stdin?: string | Uint8Array) =>
		runGit(args, {
			cwd: folder,
			env,
			variables: { GIT_INDEX_FILE: join(temporary, "index") },
			...(stdin !== undefined && { stdin }),
		});
	try {
		if (base === undefined || (await git(["cat-file", "-e", `${base}^{commit}`])).code !== 0)
			return { kind: "refused", why: "the commit that the task began with is not in this repository" };
		const read = await git(["read-tree", base]);
		if (read.code !== 0) return { kind: "refused", why: reasonFor(read, "its files cannot be read") };
		const applied = await git(["apply", "--cached", "--whitespace=nowarn", "-"], patch);
		if (applied.code !== 0) return { kind: "refused", why: reasonFor(applied, "it does not apply") };
		const tree = text(await git(["write-tree"]));
		const existing = await git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{tree}`]);
		if (existing.code === 0) {
			return text(existing) === tree
				? { kind: "present", branch }
				: { kind: "refused", why: `there is a branch ${branch} with other content` };
		}
		const commit = await git(["commit-tree", tree, "-p", base, "-F", "-"], commitMessage(task));
		if (commit.code !== 0) return { kind: "refused", why: reasonFor(commit, "git could not commit") };
		const made = await git(["update-ref", `refs/heads/${branch}`, text(commit), "0".repeat(text(commit).length)]);
		return made.code === 0
			? { kind: "applied", branch }
			: { kind: "refused", why: reasonFor(made, `the branch ${branch} cannot be made`) };
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

function branchName({ name, id }: Task): string {
	const words = name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "")
		.slice(0, 40);
	return `fleet/${words === "" ? "task" : words}-${id.slice(-11)}`;
}

function commitMessage(task: Task): string {
	return `${commitTitle(task)}\n\nOmp-Task: ${task.id}\n`;
}

function text({ stdout }: GitAnswer): string {
	return stdout.toString("utf8").trim();
}

function reasonFor({ stderr }: GitAnswer, usual: string): string {
	return oneLine(stderr.replace(/^error: /gm, ""), 200) || usual;
}
