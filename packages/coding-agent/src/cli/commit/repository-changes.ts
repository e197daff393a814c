import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { CliError } from "../../process/usage-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ChangedFile {
	readonly path: string;
	/** As git names it: A, M, D, R, T. */
	readonly status: string;
}

/** What a commit would have, without anything being changed for that. */
export interface ProposedChanges {
	readonly root: string;
	/** Nothing is staged, so everything will be. */
	readonly stagesAll: boolean;
	readonly files: readonly ChangedFile[];
	readonly stat: string;
	diff(path?: string): Promise<string>;
	/** The last subjects, for their style. */
	readonly subjects: readonly string[];
	/** Stages what is to be committed, and commits. Leaves index and files as found when that fails. */
	commit(message: string, edits: readonly FileEdit[]): Promise<string>;
	readonly git: (args: readonly string[]) => Promise<GitAnswer>;
}

export interface FileEdit {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

interface GitAnswer {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** Looks at a repository through a copy of its index, in which everything is staged if nothing is. */
export async function proposedChanges(cwd: string, env: Env): Promise<ProposedChanges> {
	const top = await git(cwd, env, ["rev-parse", "--show-toplevel"]).catch(() => undefined);
	if (top?.code !== 0) throw new CliError("omp commit needs a git repository with a working tree");
	const root = top.stdout.trim();
	const run = (args: readonly string[], more: Env = {}) => git(root, { ...env, ...more }, args);
	const conflicts = await must(run(["diff", "--name-only", "--diff-filter=U"]));
	if (conflicts !== "") throw new CliError(`Resolve the conflicts first: ${conflicts.trim().replaceAll("\n", ", ")}`);
	const stagesAll = (await run(["diff", "--cached", "--quiet"])).code === 0;
	if (stagesAll && (await must(run(["status", "--porcelain"]))) === "")
		throw new CliError("There is nothing to commit");
	const index = resolve(root, (await must(run(["rev-parse", "--git-path", "index"]))).trim());
	const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "omp-commit-"));
	try {
		const scratch = { GIT_INDEX_FILE: join(folder, "index") };
		if (existsSync(index)) copyFileSync(index, scratch.GIT_INDEX_FILE);
		if (stagesAll) await must(run(["add", "-A"], scratch));
		const cached = async (...args: string[]) => must(run(["diff", "--cached", ...plain, ...args], scratch));
		const [names, stat, whole, log] = await Promise.all([
			cached("--name-status", "-z", "--no-renames"),
			cached("--stat=100"),
			cached(),
			run(["log", "-8", "--format=%s"]),
		]);
		const diffs = splitDiff(whole);
		return {
			root,
			stagesAll,
			files: changedFiles(names),
			stat,
			diff: async (path) => (path === undefined ? whole : (diffs.get(path) ?? "")),
			subjects: log.code === 0 ? log.stdout.split("\n").filter(Boolean) : [],
			commit: (message, edits) => commit({ root, index, stagesAll, run }, message, edits),
			git: run,
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const plain = ["--no-ext-diff", "--no-textconv", "--no-color"] as const;

function changedFiles(names: string): ChangedFile[] {
	const parts = names.split("\0").filter(Boolean);
	return Array.from({ length: Math.floor(parts.length / 2) }, (_, number) => ({
		status: parts[2 * number] ?? "M",
		path: parts[2 * number + 1] ?? "",
	}));
}

/** By path; of a rename the new one. */
function splitDiff(whole: string): Map<string, string> {
	const parts = whole.split(/^(?=diff --git )/m).filter(Boolean);
	return new Map(parts.map((part) => [/^diff --git .* b\/(.*)$/m.exec(part)?.[1] ?? "", part]));
}

interface Place {
	readonly root: string;
	readonly index: string;
	readonly stagesAll: boolean;
	readonly run: (args: readonly string[], more?: Env) => Promise<GitAnswer>;
}

async function commit(
	{ root, index, stagesAll, run }: Place,
	message: string,
	edits: readonly FileEdit[],
): Promise<string> {
	const found = existsSync(index) ? readFileSync(index) : undefined;
	const file = join(mkdtempSync(join(tmpdir(), "omp-commit-")), "message");
	try {
		for (const { path, after } of edits) writeFileSync(join(root, path), after);
		if (stagesAll) await must(run(["add", "-A"]));
		else if (edits.length > 0) await must(run(["add", "--", ...edits.map(({ path }) => path)]));
		writeFileSync(file, `${message}\n`);
		await must(run(["commit", "-q", "--cleanup=verbatim", "-F", file]));
		return (await must(run(["log", "-1", "--format=%h %s"]))).trim();
	} catch (error) {
		for (const { path, before } of edits) writeFileSync(join(root, path), before);
		restore(index, found);
		throw error;
	} finally {
		rmSync(join(file, ".."), { recursive: true, force: true });
	}
}

function restore(index: string, content: Uint8Array | undefined): void {
	if (content === undefined) {
		rmSync(index, { force: true });
		return;
	}
	writeFileSync(`${index}.omp`, content);
	renameSync(`${index}.omp`, index);
}

async function must(answer: Promise<GitAnswer>): Promise<string> {
	const { code, stdout, stderr } = await answer;
	if (code !== 0) throw new CliError(`git failed: ${stderr.trim() || stdout.trim() || `exit code ${code}`}`);
	return stdout;
}

async function git(cwd: string, env: Env, args: readonly string[]): Promise<GitAnswer> {
	// The user asked for a commit, and the repository is trusted: its hooks run, and it may be pushed anywhere.
	const { GIT_INDEX_FILE } = env;
	const variables = { GIT_OPTIONAL_LOCKS: "1", ...(GIT_INDEX_FILE !== undefined && { GIT_INDEX_FILE }) };
	const { code, stdout, stderr } = await runGit(args, { cwd, env, runsHooks: true, reach: "any", variables });
	return { code, stdout: stdout.toString("utf8"), stderr };
}
