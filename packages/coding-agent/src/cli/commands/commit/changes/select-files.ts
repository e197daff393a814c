import { existsSync } from "node:fs";
import { join } from "node:path";
import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { CliError } from "../../../../process/usage-error.ts";
import { findMarkedFiles, type MarkedFile } from "./marked-files.ts";

/** Which changes a commit takes: what is staged, what git tracks, everything, or what was named. */
export interface ChosenFiles {
	readonly kind: "staged" | "tracked" | "all" | "named";
	/** What was named, from the top of the repository. */
	readonly named: readonly string[];
	/** Files that mostly hold secrets, and that nobody named: neither committed nor shown to a model. */
	readonly guarded: readonly string[];
	/** Files that git does not track; left out unless all are wanted. */
	readonly untracked: readonly string[];
	/** Files in a named folder that the user told git not to look at; left out. */
	readonly marked: readonly string[];
}

/** What `stageNamed` has to know of what was named. */
export interface NamedFiles {
	readonly marks: readonly MarkedFile[];
	/** Staged as deleted. What may be in the working tree under that name is a file that git does not track. */
	readonly deleted: readonly string[];
}

export interface FileChoice {
	readonly chosen: ChosenFiles;
	readonly details: NamedFiles;
}

type Git = (args: readonly string[]) => Promise<string>;

export async function chooseFiles(
	git: Git,
	{ all, named, root, isMerge }: { all: boolean; named: readonly string[]; root: string; isMerge: boolean },
): Promise<FileChoice> {
	const [staged, deleted, changed, untracked, marks] = await Promise.all([
		git(["diff", "--cached", "--name-only", "-z", "--no-renames"]).then(names),
		git(["diff", "--cached", "--name-only", "-z", "--no-renames", "--diff-filter=D"]).then(names),
		git(["diff", "--name-only", "-z", "--no-renames"]).then(names),
		git(["ls-files", "--others", "--exclude-standard", "-z"]).then(names),
		findMarkedFiles(git, { root, named }),
	]);
	await refuseUnknown(git, {
		root,
		named: named.filter((one) => ![...staged, ...changed].some((path) => isUnder(path, [one]))),
	});
	const taken = marks.filter((file) => file.isTaken).map(({ path }) => path);
	const left = new Set(marks.filter((file) => !file.isTaken).map(({ path }) => path));
	const kind = named.length > 0 ? "named" : all ? "all" : staged.length > 0 ? "staged" : "tracked";
	const considered = {
		staged,
		tracked: changed,
		all: [...staged, ...changed, ...untracked],
		named: [
			...[...staged, ...changed, ...untracked].filter((path) => isUnder(path, named) && !left.has(path)),
			...taken,
		],
	}[kind];
	const guarded = [...new Set(considered)].filter((path) => mayHoldSecrets(path) && !named.includes(path)).sort();
	const chosen: ChosenFiles = {
		kind,
		named,
		guarded,
		untracked: kind === "tracked" ? untracked : [],
		marked: marks.flatMap((file) => (file.isThere && !file.isTaken ? [file.path] : [])),
	};
	if (considered.every((path) => guarded.includes(path))) throw nothingToCommit(chosen, isMerge);
	const isRemoved = (path: string) => isUnder(path, named) && !guarded.includes(path);
	return { chosen, details: { marks, deleted: kind === "named" ? deleted.filter(isRemoved) : [] } };
}

/** A name that neither the folder nor git has is a mistake, also beside others. */
async function refuseUnknown(git: Git, { root, named }: { root: string; named: readonly string[] }): Promise<void> {
	const missing = named.filter((path) => !existsSync(join(root, path)));
	if (missing.length === 0) return;
	const known = names(await git(["ls-files", "-z", "--", ...missing.map((path) => `:(top,literal)${path}`)]));
	const unknown = missing.filter((path) => !known.some((one) => isUnder(one, [path])));
	if (unknown.length > 0) throw new CliError(`There is no ${shortList(unknown)} in this repository`);
}

export function nothingToCommit(chosen: ChosenFiles, isMerge: boolean): CliError {
	const what = isMerge
		? "A merge is in progress, and its result is what HEAD has already. Finish it with git commit, or end it with git merge --abort"
		: "There is nothing to commit";
	return new CliError([what, ...leftOutLines(chosen)].join("\n"));
}

/** What stays out, and how it gets in. */
export function leftOutLines({ guarded, untracked, marked }: ChosenFiles): string[] {
	return [
		...(guarded.length > 0 ? [`● Left out, may hold secrets: ${shortList(guarded)} (name a file to commit it)`] : []),
		...(marked.length > 0
			? [`● Left out, marked as unchanged: ${shortList(marked)} (git ls-files -v; name a file to commit it)`]
			: []),
		...(untracked.length > 0
			? [`● Left out, not tracked: ${shortList(untracked)} (--all takes them, or name a file)`]
			: []),
	];
}

const maxShown = 10;

export function shortList(paths: readonly string[]): string {
	const more = paths.length - maxShown;
	return [...paths.slice(0, maxShown), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function isUnder(path: string, named: readonly string[]): boolean {
	return named.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
}

function names(text: string): string[] {
	return text.split("\0").filter(Boolean);
}
