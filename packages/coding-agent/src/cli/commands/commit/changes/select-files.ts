import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { CliError } from "../../../../process/usage-error.ts";

/** Which changes a commit takes: what is staged, what git tracks, everything, or what was named. */
export interface ChosenFiles {
	readonly kind: "staged" | "tracked" | "all" | "named";
	/** What was named, from the top of the repository. */
	readonly named: readonly string[];
	/** Files that mostly hold secrets, and that nobody named: neither committed nor shown to a model. */
	readonly guarded: readonly string[];
	/** Files that git does not track; left out unless all are wanted. */
	readonly untracked: readonly string[];
}

type Git = (args: readonly string[]) => Promise<string>;

export async function chooseFiles(
	git: Git,
	{ all, named }: { readonly all: boolean; readonly named: readonly string[] },
): Promise<ChosenFiles> {
	const [staged, changed, untracked] = await Promise.all([
		git(["diff", "--cached", "--name-only", "-z", "--no-renames"]).then(names),
		git(["diff", "--name-only", "-z", "--no-renames"]).then(names),
		git(["ls-files", "--others", "--exclude-standard", "-z"]).then(names),
	]);
	if (staged.length + changed.length + untracked.length === 0) throw new CliError("There is nothing to commit");
	const kind = named.length > 0 ? "named" : all ? "all" : staged.length > 0 ? "staged" : "tracked";
	const considered = {
		staged,
		tracked: changed,
		all: [...staged, ...changed, ...untracked],
		named: [...staged, ...changed, ...untracked].filter((path) => isUnder(path, named)),
	}[kind];
	const guarded = [...new Set(considered)].filter((path) => mayHoldSecrets(path) && !named.includes(path)).sort();
	const taken = considered.filter((path) => !guarded.includes(path));
	const left = { kind, named, guarded, untracked: kind === "tracked" ? untracked : [] } as const;
	if (taken.length === 0) throw new CliError(["There is nothing to commit", ...leftOutLines(left)].join("\n"));
	return left;
}

/** What stays out, and how it gets in. */
export function leftOutLines({ guarded, untracked }: Pick<ChosenFiles, "guarded" | "untracked">): string[] {
	return [
		...(guarded.length > 0 ? [`● Left out, may hold secrets: ${shortList(guarded)} (name a file to commit it)`] : []),
		...(untracked.length > 0
			? [`● Left out, not tracked: ${shortList(untracked)} (--all takes them, or name a file)`]
			: []),
	];
}

/** Arguments for git that stand for exactly these files. */
export const literally = (paths: readonly string[]) => paths.map((path) => `:(top,literal)${path}`);

/** Stages the changes in the index that `git` uses. */
export async function stageChosen(git: Git, { kind, named, guarded }: ChosenFiles, hasHead: boolean): Promise<void> {
	const without = guarded.map((path) => `:(top,exclude,literal)${path}`);
	if (kind === "all") await git(["add", "-A", "--", ":/", ...without]);
	else if (kind === "tracked") await git(["add", "-u", "--", ":/", ...without]);
	else if (kind === "named") await git(["add", "-A", "--", ...literally(named), ...without]);
	else if (guarded.length > 0) {
		await git([...(hasHead ? ["reset", "-q"] : ["rm", "-q", "--cached"]), "--", ...literally(guarded)]);
	}
}

const maxShown = 10;

function shortList(paths: readonly string[]): string {
	const more = paths.length - maxShown;
	return [...paths.slice(0, maxShown), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function isUnder(path: string, named: readonly string[]): boolean {
	return named.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
}

function names(text: string): string[] {
	return text.split("\0").filter(Boolean);
}
