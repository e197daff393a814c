import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Git } from "./git.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A repository of the user, with a working tree. */
export interface Repository {
	readonly root: string;
	/** Its own: of a linked worktree, below the common one. */
	readonly gitDir: string;
	readonly commonDir: string;
	/** `undefined` before the first commit. */
	readonly head: string | undefined;
	readonly git: Git;
}

export const needsGitText =
	"Isolated task execution requires a git repository. Leave `isolated` out, or run git init first";

/** The repository that a folder is in. */
export async function findRepository(cwd: string, env: Env): Promise<Repository | undefined> {
	const here = new Git(cwd, env);
	const asked = ["rev-parse", "--show-toplevel", "--git-dir", "--git-common-dir"];
	let places: string[];
	try {
		places = (await here.text(asked)).split("\n");
	} catch {
		// No git, no repository, or a bare one.
		return undefined;
	}
	// The folders of git are relative to where it is asked.
	const [root, gitDir, commonDir] = places.map((place) => resolve(cwd, place));
	if (!root || !gitDir || !commonDir) return undefined;
	const git = new Git(root, env);
	const { stdout, code } = await git.run(["rev-parse", "--verify", "-q", "HEAD^{commit}"], { accept: [1, 128] });
	const head = code === 0 ? stdout.toString().trim() : undefined;
	return { root, gitDir, commonDir, head, git };
}

/** Paths relative to a repository. */
export interface WorkingFiles {
	readonly files: readonly string[];
	/** Repositories inside; submodules are those the index names. */
	readonly nested: ReadonlyArray<{ readonly path: string; readonly isSubmodule: boolean }>;
}

export interface Included {
	readonly untracked: boolean;
	readonly ignored: boolean;
}

/** What a copy has: all that git tracks as it is on disk, and what it does not, as wanted. */
export async function workingFiles({ git, root }: Repository, include: Included): Promise<WorkingFiles> {
	const others = include.untracked ? ["--others", "--exclude-standard"] : [];
	const [staged, listed, deleted, ignored] = await Promise.all([
		git.list(["ls-files", "-z", "--stage"]),
		git.list(["ls-files", "-z", "--cached", ...others]),
		git.list(["ls-files", "-z", "--deleted"]),
		include.ignored ? git.list(["ls-files", "-z", "--others", "--ignored", "--exclude-standard"]) : [],
	]);
	const submodules = new Set(
		staged.filter((entry) => entry.startsWith("160000 ")).map((entry) => entry.split("\t")[1]),
	);
	const gone = new Set(deleted);
	const files = new Set<string>();
	const nested: Array<{ path: string; isSubmodule: boolean }> = [];
	for (const path of [...listed, ...ignored]) {
		if (submodules.has(path)) {
			if (existsSync(join(root, path, ".git"))) nested.push({ path, isSubmodule: true });
		} else if (path.endsWith("/")) nested.push({ path: path.slice(0, -1), isSubmodule: false });
		else if (!gone.has(path)) files.add(path);
	}
	return { files: [...files], nested };
}
