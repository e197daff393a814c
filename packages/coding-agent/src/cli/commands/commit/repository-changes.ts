import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, posix, relative, resolve } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { CliError } from "../../../process/usage-error.ts";
import { type ChosenFiles, chooseFiles, literally, stageChosen } from "./select-files.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Variables = Readonly<Record<string, string>>;

export interface ChangedFile {
	readonly path: string;
	/** As git names it: A, M, D, R, T. */
	readonly status: string;
}

/** What a commit would have, without anything being changed for that. */
export interface ProposedChanges {
	readonly root: string;
	readonly chosen: ChosenFiles;
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

/** Looks at a repository through a copy of its index, in which everything that would be committed is staged. */
export async function proposedChanges(
	cwd: string,
	env: Env,
	wanted: { readonly all: boolean; readonly paths: readonly string[] },
): Promise<ProposedChanges> {
	const top = await git(cwd, env, ["rev-parse", "--show-toplevel", "--show-prefix"]).catch(() => undefined);
	if (top?.code !== 0) throw new CliError("omp commit needs a git repository with a working tree");
	const [root = "", prefix = ""] = top.stdout.split("\n");
	const run = (args: readonly string[], more: Variables = {}) => git(root, env, args, more);
	const conflicts = await must(run(["diff", "--name-only", "--diff-filter=U"]));
	if (conflicts !== "") throw new CliError(`Resolve the conflicts first: ${conflicts.trim().replaceAll("\n", ", ")}`);
	const named = wanted.paths.map((path) => fromTop(path, { root, prefix }));
	const chosen = await chooseFiles((args) => must(run(args)), { all: wanted.all, named });
	const index = resolve(root, (await must(run(["rev-parse", "--git-path", "index"]))).trim());
	const hasHead = (await run(["rev-parse", "-q", "--verify", "HEAD"])).code === 0;
	const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "omp-commit-"));
	try {
		const scratch = { GIT_INDEX_FILE: join(folder, "index") };
		if (chosen.kind === "named") await must(run(["read-tree", hasHead ? "HEAD" : "--empty"], scratch));
		else if (existsSync(index)) copyFileSync(index, scratch.GIT_INDEX_FILE);
		await stageChosen((args) => must(run(args, scratch)), chosen, hasHead);
		const cached = async (...args: string[]) => must(run(["diff", "--cached", ...plain, ...args], scratch));
		const [names, stat, whole, log] = await Promise.all([
			cached("--name-status", "-z", "--no-renames"),
			cached("--stat=100"),
			cached(),
			run(["log", "-8", "--format=%s"]),
		]);
		const diffs = splitDiff(whole);
		const files = changedFiles(names);
		return {
			root,
			chosen,
			files,
			stat,
			diff: async (path) => (path === undefined ? whole : (diffs.get(path) ?? "")),
			subjects: log.code === 0 ? log.stdout.split("\n").filter(Boolean) : [],
			commit: (message, edits) => commit({ root, index, chosen, files, hasHead, run }, message, edits),
			git: run,
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A path of the command line, from the top of the repository. */
function fromTop(path: string, { root, prefix }: { readonly root: string; readonly prefix: string }): string {
	const found = isAbsolute(path) ? relative(root, path) : posix.normalize(posix.join(prefix, path));
	if (found === ".." || found.startsWith("../")) throw new CliError(`${path} is not in this repository`);
	return found === "." ? "" : found.replace(/\/$/, "");
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
	readonly chosen: ChosenFiles;
	readonly files: readonly ChangedFile[];
	readonly hasHead: boolean;
	readonly run: (args: readonly string[], more?: Variables) => Promise<GitAnswer>;
}

async function commit(place: Place, message: string, edits: readonly FileEdit[]): Promise<string> {
	const { root, index, chosen, files, hasHead, run } = place;
	const git = (args: readonly string[]) => must(run(args));
	const found = existsSync(index) ? readFileSync(index) : undefined;
	const file = join(mkdtempSync(join(tmpdir(), "omp-commit-")), "message");
	try {
		for (const { path, after } of edits) writeFileSync(join(root, path), after);
		const edited = literally(edits.map(({ path }) => path));
		const stageAgain = await stagedEntries(git, chosen);
		await stageChosen(git, chosen, hasHead);
		if (edited.length > 0) await git(["add", "--", ...edited]);
		writeFileSync(file, `${message}\n`);
		const only =
			chosen.kind === "named" ? ["--only", "--", ...literally(files.map(({ path }) => path)), ...edited] : [];
		await git(["commit", "-q", "--cleanup=verbatim", "-F", file, ...only]);
		await stageAgain();
		return (await git(["log", "-1", "--format=%h %s"])).trim();
	} catch (error) {
		for (const { path, before } of edits) writeFileSync(join(root, path), before);
		restore(index, found);
		throw error;
	} finally {
		rmSync(join(file, ".."), { recursive: true, force: true });
	}
}

/** Remembers what is staged of the files that stay out; the function stages it again. */
async function stagedEntries(
	git: (args: readonly string[]) => Promise<string>,
	{ kind, guarded }: ChosenFiles,
): Promise<() => Promise<void>> {
	if (kind !== "staged" || guarded.length === 0) return async () => {};
	const entries = (await git(["ls-files", "-s", "-z", "--", ...literally(guarded)])).split("\0").filter(Boolean);
	const found = entries.flatMap((entry) => {
		const [, mode, id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(entry) ?? [];
		return mode && id && path ? [{ path, info: `${mode},${id},${path}` }] : [];
	});
	const removed = guarded.filter((path) => !found.some((entry) => entry.path === path));
	return async () => {
		if (found.length > 0) await git(["update-index", "--add", ...found.flatMap(({ info }) => ["--cacheinfo", info])]);
		if (removed.length > 0) await git(["update-index", "--force-remove", "--", ...removed]);
	};
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

async function git(cwd: string, env: Env, args: readonly string[], more: Variables = {}): Promise<GitAnswer> {
	// The user asked for a commit, and the repository is trusted: its hooks run, and it may be pushed anywhere.
	const variables = { GIT_OPTIONAL_LOCKS: "1", ...more };
	const { code, stdout, stderr } = await runGit(args, { cwd, env, runsHooks: true, reach: "any", variables });
	return { code, stdout: stdout.toString("utf8"), stderr };
}
