import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import type { Host } from "@oh-my-pi/pi-utils/host";

export interface GitSource {
	readonly url: string;
	readonly ref?: string | undefined;
	readonly sha?: string | undefined;
}

const allowedUrl = /^(?:https?|ssh|file|git):\/\/[^\s;&|`$<>"'\\]+$|^[\w.-]+@[\w.-]+:[^\s;&|`$<>"'\\]+$/;
const allowedRef = /^[\w][\w./@+-]*$/;

/** Clones a repository, without its history; gives the commit. The history is not kept. */
export async function cloneInto(folder: string, source: GitSource, host: Pick<Host, "env">): Promise<string> {
	const { url, ref, sha } = source;
	if (!allowedUrl.test(url)) throw new Error(`Not an address of a git repository: ${url}`);
	for (const name of [ref, sha]) {
		if (name !== undefined && !allowedRef.test(name)) throw new Error(`Not a branch, tag or commit: ${name}`);
	}
	// A single commit can be fetched only where the server allows it.
	const depth = sha === undefined ? ["--depth", "1"] : [];
	const branch = ref === undefined ? [] : ["--branch", ref];
	await git(["clone", "--quiet", ...depth, ...branch, "--", url, folder], host);
	if (sha !== undefined) await git(["-C", folder, "checkout", "--quiet", "--detach", sha], host);
	const commit = await git(["-C", folder, "rev-parse", "HEAD"], host);
	await rm(join(folder, ".git"), { recursive: true, force: true });
	return commit.trim();
}

async function git(args: readonly string[], { env }: Pick<Host, "env">): Promise<string> {
	// Not in a project: what is cloned is named with its full path.
	const { stdout, stderr, code } = await runGit(args, { cwd: "/", env, reach: "network" });
	if (code !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
	return stdout.toString("utf8");
}
