import type { ChangeGit } from "./change-git.ts";
import { ReviewFault } from "./review-fault.ts";
import type { ReviewTarget } from "./review-target.ts";

/** What `git diff` compares. */
export interface DiffSides {
	/** Arguments of `git diff`. */
	readonly args: readonly string[];
	/** The commit or tree before. */
	readonly before: string;
	/** The commit after; `undefined`: the working tree, `:`: the index. */
	readonly after: string | undefined;
	readonly takesUntracked: boolean;
}

/** Resolves a target to fixed commits, so that a branch that moves meanwhile changes nothing. */
export async function diffSides(
	git: ChangeGit,
	target: Exclude<ReviewTarget, { readonly kind: "pr" }>,
): Promise<DiffSides> {
	switch (target.kind) {
		case "uncommitted": {
			const before = await headOrEmpty(git);
			return { args: [before], before, after: undefined, takesUntracked: true };
		}
		case "staged": {
			const before = await headOrEmpty(git);
			return { args: ["--cached", before], before, after: ":", takesUntracked: false };
		}
		case "base": {
			const base = await commitId(git, target.ref);
			const head = await commitId(git, "HEAD");
			const before = (await git.find(["merge-base", base, head]))?.trim();
			if (!before) throw new ReviewFault(`${target.ref} and HEAD have no commit in common`);
			return { args: [before, head], before, after: head, takesUntracked: false };
		}
		case "commit": {
			const commit = await commitId(git, target.ref);
			// Of a merge what it brought to its first parent.
			const parent = (await git.find(["rev-parse", "-q", "--verify", `${commit}^1`]))?.trim();
			const before = parent || (await emptyTree(git));
			return { args: [before, commit], before, after: commit, takesUntracked: false };
		}
	}
}

async function headOrEmpty(git: ChangeGit): Promise<string> {
	return (await git.find(["rev-parse", "-q", "--verify", "HEAD^{commit}"]))?.trim() || emptyTree(git);
}

async function emptyTree(git: ChangeGit): Promise<string> {
	return (await git.get(["hash-object", "-t", "tree", "--stdin"], "")).trim();
}

async function commitId(git: ChangeGit, ref: string): Promise<string> {
	const id = await git.find(["rev-parse", "-q", "--verify", "--end-of-options", `${ref}^{commit}`]);
	if (id === undefined) throw new ReviewFault(`There is no commit "${ref}" here. Fetch it, or name another one`);
	return id.trim();
}
