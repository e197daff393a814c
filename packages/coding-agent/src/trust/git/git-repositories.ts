import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { type GitAnswer, type GitOptions, runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { realPath } from "../project.ts";

/** A repository whose configuration git would go by: the one of a folder, or one of its submodules. */
export interface GitRepository {
	readonly gitDir: string;
	readonly commonDir: string;
	/** Where its hooks are; `undefined` if it is not known. */
	readonly hooks: string;
	/** Absent for a bare one, and for a submodule that is not checked out. */
	readonly workTree?: string;
	/** What git says of its configuration; asked for as early as possible, since the first request waits for it. */
	readonly config: Promise<GitAnswer | undefined>;
	/** To ask git about it. */
	readonly at: Pick<GitOptions, "cwd" | "env" | "findsBare" | "variables">;
}

/** More submodules than this are not looked at one by one. */
const maxRepositories = 200;

/** Reading a configuration and an index runs nothing. A damaged or huge one must not hold anybody up. */
const timeoutMs = 20_000;

/**
 * The repository that git finds from a folder, and its submodules. A folder without `.git` that looks like a bare repository
 * counts, since git would take it for one. Empty without git or a repository.
 */
export async function repositoriesAt(cwd: string, env: GitEnv): Promise<{ found: GitRepository[]; isWhole: boolean }> {
	const found: GitRepository[] = [];
	const known = new Set<string>();
	const places: GitRepository["at"][] = [{ cwd, env, findsBare: true }];
	for (let place = places.shift(); place && found.length < maxRepositories; place = places.shift()) {
		const repository = await openRepository(place);
		if (!repository || known.has(repository.gitDir)) continue;
		known.add(repository.gitDir);
		found.push(repository);
		const submodules = [...(await checkedOut(repository)), ...keptModules(repository.commonDir)];
		places.push(...submodules.map((submodule) => ({ env, findsBare: true, ...submodule })));
	}
	return { found, isWhole: places.length === 0 };
}

export async function askGit(args: readonly string[], at: GitRepository["at"]): Promise<GitAnswer | undefined> {
	// Without hooks switched off: where they are is a part of the answer. Nothing that is asked here runs one.
	return runGit(args, { ...at, runsHooks: true, timeoutMs }).catch(() => undefined);
}

async function openRepository(at: GitRepository["at"]): Promise<GitRepository | undefined> {
	const [answer, top] = await Promise.all([
		askGit(["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", "--git-path", "hooks"], at),
		askGit(["rev-parse", "--show-toplevel"], at),
	]);
	if (answer?.code !== 0) return undefined;
	const [gitDir = "", commonDir = "", ...hooks] = answer.stdout.toString("utf8").trimEnd().split("\n");
	const config = askGit(["config", "--list", "--show-scope", "--show-origin", "-z"], at);
	const workTree = top?.code === 0 ? { workTree: top.stdout.toString("utf8").replace(/\n$/, "") } : {};
	return { gitDir: realPath(gitDir), commonDir: realPath(commonDir), hooks: hooks.join("\n"), ...workTree, config, at };
}

/** Where git looks for changes of submodules: whatever the index names, also without `.gitmodules`. */
async function checkedOut({ at, workTree }: GitRepository): Promise<Array<{ cwd: string }>> {
	if (workTree === undefined) return [];
	const staged = await askGit(["ls-files", "-z", "--stage"], { ...at, cwd: workTree });
	const names = (staged?.stdout.toString("utf8") ?? "").split("\0").flatMap((entry) => {
		const path = entry.slice(entry.indexOf("\t") + 1);
		return entry.startsWith("160000 ") && statOrUndefined(join(workTree, path, ".git")) ? [path] : [];
	});
	return names.map((name) => ({ cwd: join(workTree, name) }));
}

/** Repositories that git keeps for submodules; one may be inside another. */
function keptModules(commonDir: string): Array<{ cwd: string; variables: { GIT_DIR: string } }> {
	const found: string[] = [];
	const folders = [join(commonDir, "modules")];
	for (let folder = folders.pop(); folder !== undefined && found.length < maxRepositories; folder = folders.pop()) {
		if (statOrUndefined(join(folder, "HEAD")) && statOrUndefined(join(folder, "config"))) {
			found.push(folder);
			folders.push(join(folder, "modules"));
		} else folders.push(...foldersIn(folder));
	}
	return found.map((gitDir) => ({ cwd: dirname(gitDir), variables: { GIT_DIR: gitDir } }));
}

function foldersIn(folder: string): string[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => join(folder, name));
	} catch {
		// There are no submodules.
		return [];
	}
}
