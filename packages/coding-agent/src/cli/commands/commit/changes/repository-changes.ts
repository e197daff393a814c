import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, posix, relative, resolve } from "node:path";
import { type FileDiff, parseDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isLockFile } from "@oh-my-pi/pi-utils/files/lock-files";
import { CliError } from "../../../../process/usage-error.ts";
import { type ChangeUnit, parseUnits, withBytePaths } from "./change-unit.ts";
import { copyIndex, indexDigest, readIndex } from "./index-file.ts";
import { withoutLiterally } from "./literal-paths.ts";
import { checkOperations } from "./operation-in-progress.ts";
import { type Env, Repository } from "./repository.ts";
import { type ChosenFiles, chooseFiles, type NamedFiles, nothingToCommit, shortList } from "./select-files.ts";
import { stageChosen } from "./stage-chosen.ts";
import { tooLargePaths } from "./too-large-files.ts";

/** What a commit would have, without anything being changed for that. */
export interface ProposedChanges {
	readonly repository: Repository;
	readonly root: string;
	/** The file of the index. */
	readonly index: string;
	/** The commit it starts from. */
	readonly head: string | undefined;
	/** Of the index that was looked at. */
	readonly indexDigest: string;
	readonly chosen: ChosenFiles;
	readonly named: NamedFiles;
	readonly units: readonly ChangeUnit[];
	/** The same units, as git is told of them. */
	readonly byteUnits: readonly ChangeUnit[];
	/** A merge waits for its commit. */
	readonly isMerge: boolean;
	readonly stat: string;
	/** By path, in the order of the units; lock files and very large files are not there. */
	readonly diffs: ReadonlyMap<string, FileDiff>;
	/** Files that no model is shown. */
	readonly hidden: ReadonlySet<string>;
	/** The last subjects, for their style. */
	readonly subjects: readonly string[];
	readonly branch: string;
}

/** Looks at a repository through a copy of its index, in which everything that would be committed is staged. */
export async function proposedChanges(
	cwd: string,
	env: Env,
	wanted: { readonly all: boolean; readonly paths: readonly string[] },
): Promise<ProposedChanges> {
	const { root, prefix } = await findRoot(cwd, env);
	const repository = new Repository(root, env);
	const conflicts = await repository.text(["diff", "--name-only", "-z", "--diff-filter=U"]);
	if (conflicts !== "")
		throw new CliError(`Resolve the conflicts first: ${conflicts.split("\0").filter(Boolean).join(", ")}`);
	const { isMerge } = await checkOperations(repository);
	const named = wanted.paths.map((path) => fromTop(path, { root, prefix }));
	const choice = await chooseFiles((args) => repository.text(args), { all: wanted.all, named, root, isMerge });
	if (isMerge) refusePartialMerge(choice.chosen);
	const index = resolve(root, (await repository.text(["rev-parse", "--git-path", "index"])).trim());
	const head = await repository.head();
	const folder = mkdtempSync(join(env.TMPDIR || tmpdir(), "omp-commit-"));
	try {
		const variables = { GIT_INDEX_FILE: join(folder, "index") };
		copyIndex(index, variables.GIT_INDEX_FILE);
		const digest = indexDigest(await readIndex(repository, variables));
		await stageChosen(repository, variables, { choice, head });
		const staged = await readStaged(repository, variables);
		if (staged.units.length === 0) throw nothingToCommit(choice.chosen, isMerge);
		refuseUnnamedSecrets(staged.units, named);
		const [log, branch] = await Promise.all([
			repository.run(["log", "-40", "--no-merges", "--format=%s"]),
			currentBranch(repository),
		]);
		return {
			...{ repository, root, index, head, indexDigest: digest, isMerge, branch, ...staged },
			chosen: choice.chosen,
			named: choice.details,
			subjects: log.code === 0 ? log.stdout.toString("utf8").split("\n").filter(Boolean) : [],
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Empty where HEAD is detached. */
export async function currentBranch(repository: Repository): Promise<string> {
	const { code, stdout } = await repository.run(["branch", "--show-current"]);
	return code === 0 ? stdout.toString("utf8").trim() : "";
}

async function readStaged(
	repository: Repository,
	variables: Readonly<Record<string, string>>,
): Promise<Pick<ProposedChanges, "units" | "byteUnits" | "stat" | "diffs" | "hidden">> {
	const cached = (...args: string[]) => repository.text(["diff", "--cached", ...args], { variables });
	const rawBytes = await repository.bytes(["diff", "--cached", "--raw", "-z", "--no-abbrev", "-M"], { variables });
	const raw = rawBytes.toString("utf8");
	const tooLarge = await tooLargePaths(repository, raw, await cached("--numstat", "-z", "-M"));
	const unseen = parseUnits(raw, new Map()).flatMap(({ path }) =>
		isLockFile(path) || tooLarge.has(path) ? [path] : [],
	);
	const [stat, text] = await Promise.all([
		cached("--stat=100", "-M"),
		cached(...plain, "-U3", "-M", "--", ":/", ...withoutLiterally(unseen)),
	]);
	const diffs = new Map(parseDiff(text).map((file) => [file.path, file]));
	const units = parseUnits(raw, diffs);
	return { units, byteUnits: withBytePaths(units, rawBytes), stat, diffs, hidden: new Set(unseen) };
}

/** What is staged is what counts, whatever was listed before. */
function refuseUnnamedSecrets(units: readonly ChangeUnit[], named: readonly string[]): void {
	const found = units.flatMap(({ path }) => (mayHoldSecrets(path) && !named.includes(path) ? [path] : []));
	if (found.length > 0)
		throw new CliError(`These files may hold secrets, and are only committed by name: ${shortList(found)}`);
}

const plain = ["--no-ext-diff", "--no-textconv", "--no-color"] as const;

async function findRoot(cwd: string, env: Env): Promise<{ readonly root: string; readonly prefix: string }> {
	const found = await runGit(["rev-parse", "--show-toplevel", "--show-prefix"], { cwd, env }).catch(() => undefined);
	if (found?.code !== 0) throw new CliError("omp commit needs a git repository with a working tree");
	const [root = "", prefix = ""] = found.stdout.toString("utf8").split("\n");
	return { root, prefix };
}

/** A path of the command line, from the top of the repository. */
function fromTop(path: string, { root, prefix }: { readonly root: string; readonly prefix: string }): string {
	const found = isAbsolute(path) ? relative(root, path) : posix.normalize(posix.join(prefix, path));
	if (found === ".." || found.startsWith("../")) throw new CliError(`${path} is not in this repository`);
	return found === "." ? "" : found.replace(/\/$/, "");
}

/** A merge commit has everything of both sides, or it would undo a part of one. */
function refusePartialMerge({ kind, guarded }: ChosenFiles): void {
	if (kind === "named") throw new CliError("A merge is in progress: it is committed as a whole, without naming files");
	if (guarded.length > 0)
		throw new CliError(
			`A merge is in progress, and it changes files that may hold secrets: ${guarded.join(", ")}. Commit it with git commit`,
		);
}
