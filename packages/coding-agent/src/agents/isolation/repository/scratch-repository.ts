import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Git } from "./git.ts";
import type { Repository } from "./repository.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The repositories of a copy: one in the copy, for the sub-agent, and one beside it that it cannot reach by git commands, which
 * knows how the copy began. Both read the user's objects and begin with the user's refs and index, but write nothing there,
 * whatever is committed, stashed or collected in the copy.
 */
export interface ScratchRepository {
	/** Of the one beside the copy, on its files. */
	readonly git: Git;
	readonly gitDir: string;
	readonly isSparse: boolean;
	/** The tree of the state that the copy began with. */
	readonly baseline: string;
}

export async function makeScratchRepository(
	repository: Repository,
	target: string,
	gitDir: string,
	nested: readonly string[],
	env: Env,
): Promise<ScratchRepository> {
	const [config, refs] = await Promise.all([
		repository.git.list(["config", "--list", "-z", "--local", "--includes"]),
		repository.git.text(["for-each-ref", "--format=%(objectname) %(refname)"]),
	]);
	const contents = { config: configText(config, repository), refs: refs === "" ? "" : `${refs}\n` };
	const inside = join(target, ".git");
	// An overlay shows that of the user.
	rmSync(inside, { recursive: true, force: true });
	for (const folder of [inside, gitDir]) writeGitFolder(folder, repository, contents);
	const git = new Git(target, env, gitDir);
	const isSparse = config.some((entry) => /^core\.sparsecheckout\n(true|yes|on|1)$/i.test(entry));
	return { git, gitDir, isSparse, baseline: await writeTree({ git, isSparse }, nested) };
}

/** The tree of a copy as it is now: tracked files, and new ones that are not ignored. */
export async function writeTree(
	{ git, isSparse }: Pick<ScratchRepository, "git" | "isSparse">,
	nested: readonly string[],
): Promise<string> {
	const left = nested.map((path) => `:(top,exclude,literal)${path}`);
	await git.run(["add", "--all", ...(isSparse ? ["--sparse"] : []), "--", ".", ...left]);
	return git.text(["write-tree"]);
}

/** Repositories that the sub-agent made arrive as plain files. */
export async function unmakeNewRepositories(
	{ git, gitDir }: ScratchRepository,
	nested: readonly string[],
): Promise<void> {
	const known = new Set(nested);
	for (let number = 0; ; ) {
		const others = await git.list(["ls-files", "-z", "--others", "--exclude-standard"]);
		const made = others
			.map((path) => path.replace(/\/$/, ""))
			.filter((path) => !known.has(path) && existsSync(join(git.cwd, path, ".git")));
		if (made.length === 0) return;
		for (const path of made) renameSync(join(git.cwd, path, ".git"), `${gitDir}-aside-${number++}`);
	}
}

function writeGitFolder(folder: string, repository: Repository, contents: { config: string; refs: string }): void {
	for (const name of ["objects/info", "objects/pack", "refs/heads", "info"]) {
		mkdirSync(join(folder, name), { recursive: true });
	}
	writeFileSync(join(folder, "objects/info/alternates"), `${join(repository.commonDir, "objects")}\n`);
	writeFileSync(join(folder, "HEAD"), `${repository.head ?? "ref: refs/heads/main"}\n`);
	writeFileSync(join(folder, "config"), contents.config);
	writeFileSync(join(folder, "packed-refs"), contents.refs);
	for (const name of ["info/exclude", "info/sparse-checkout", "info/attributes", "shallow"]) {
		copyIfThere(join(repository.commonDir, name), join(folder, name));
		copyIfThere(join(repository.gitDir, name), join(folder, name));
	}
	for (const name of readdirSync(repository.gitDir)) {
		if (name === "index" || name.startsWith("sharedindex."))
			copyIfThere(join(repository.gitDir, name), join(folder, name));
	}
}

const forgotten =
	/^(core\.(worktree|bare|fsmonitor|hookspath|untrackedcache|checkstat|trustctime)|extensions\.(refstorage|worktreeconfig)|include(if)?\.|maintenance\.|gc\.)/;

/** The user's settings for the repository, such as filters and line endings. */
function configText(entries: readonly string[], { commonDir }: Repository): string {
	const lines: string[] = [];
	for (const entry of entries) {
		const end = entry.indexOf("\n");
		const name = end < 0 ? entry : entry.slice(0, end);
		const value = end < 0 ? undefined : entry.slice(end + 1);
		const dot = name.indexOf(".");
		const last = name.lastIndexOf(".");
		if (dot < 0 || forgotten.test(name.toLowerCase())) continue;
		const section = name.slice(0, dot);
		const sub = last > dot ? ` "${name.slice(dot + 1, last).replace(/["\\]/g, "\\$&")}"` : "";
		const set = value === undefined ? "" : ` = ${quoted(value)}`;
		lines.push(`[${section}${sub}]`, `\t${name.slice(last + 1)}${set}`);
	}
	const isNew = !entries.some((entry) => entry.startsWith("core.repositoryformatversion\n"));
	if (isNew) lines.push("[core]", "\trepositoryformatversion = 0");
	// A copy has other inodes and change times than the index says.
	lines.push("[core]", "\tbare = false", "\tcheckStat = minimal", "\ttrustctime = false", "\tfsmonitor = false");
	lines.push("[gc]", "\tauto = 0", "[lfs]", `\tstorage = ${quoted(join(commonDir, "lfs"))}`, "");
	return lines.join("\n");
}

function quoted(value: string): string {
	return `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
}

function copyIfThere(from: string, to: string): void {
	if (existsSync(from)) copyFileSync(from, to);
}
