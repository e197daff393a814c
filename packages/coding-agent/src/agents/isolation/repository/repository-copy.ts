import { join } from "node:path";
import { findRepository, type Included, type Repository, workingFiles } from "./repository.ts";
import {
	makeScratchRepository,
	type ScratchRepository,
	unmakeNewRepositories,
	writeTree,
} from "./scratch-repository.ts";
import { type Change, changesBetween } from "./three-way.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A repository of the user and its copy: the project itself, or one inside it. */
export interface RepositoryCopy {
	readonly repository: Repository;
	/** Relative to the project; empty for the project itself. */
	readonly path: string;
	readonly isSubmodule: boolean;
	/** Repositories right inside, relative to this one. */
	readonly nested: readonly string[];
	readonly scratch: ScratchRepository;
}

export interface FoundRepository extends Omit<RepositoryCopy, "scratch"> {
	readonly files: readonly string[];
}

/** A project with the repositories inside it, the outer ones first. */
export async function surveyRepositories(
	repository: Repository,
	include: Included,
	env: Env,
	path = "",
	isSubmodule = false,
): Promise<FoundRepository[]> {
	const { files, nested } = await workingFiles(repository, include);
	const found: FoundRepository[] = [
		{ repository, path, isSubmodule, files, nested: nested.map((inner) => inner.path) },
	];
	for (const inner of nested) {
		const root = join(repository.root, inner.path);
		const repo = await findRepository(root, env);
		// A folder with a broken .git is only a folder.
		if (repo?.root !== root) continue;
		found.push(...(await surveyRepositories(repo, include, env, join(path, inner.path), inner.isSubmodule)));
	}
	return found;
}

/** Gives each copy its own repository, inner ones first, so that the outer ones see them as such. */
export async function makeRepositories(
	found: readonly FoundRepository[],
	target: string,
	beside: string,
	env: Env,
): Promise<RepositoryCopy[]> {
	const copies: RepositoryCopy[] = [];
	for (const [number, { files: _, ...facts }] of [...found.entries()].reverse()) {
		const { repository, path, nested } = facts;
		const scratch = await makeScratchRepository(
			repository,
			join(target, path),
			join(beside, `git-${number}`),
			nested,
			env,
		);
		copies.unshift({ ...facts, scratch });
	}
	return copies;
}

/** What was done in a copy since it was made. */
export interface Delta {
	readonly copy: RepositoryCopy;
	/** The tree as it is now. */
	readonly tree: string;
	readonly changes: readonly Change[];
}

export async function computeDelta(copy: RepositoryCopy): Promise<Delta> {
	const { git, baseline } = copy.scratch;
	await unmakeNewRepositories(copy.scratch, copy.nested);
	const tree = await writeTree(copy.scratch, copy.nested);
	return { copy, tree, changes: tree === baseline ? [] : await changesBetween(git, baseline, tree) };
}

/** The delta as a patch for `git apply`, with binary files. */
export async function buildPatch({ copy, tree, changes }: Delta): Promise<Buffer> {
	if (changes.length === 0) return Buffer.alloc(0);
	const { git, baseline } = copy.scratch;
	const prefix = copy.path === "" ? [] : [`--src-prefix=a/${copy.path}/`, `--dst-prefix=b/${copy.path}/`];
	const args = ["diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv"];
	return (await git.run([...args, "--ignore-submodules=all", ...prefix, baseline, tree])).stdout;
}

/** Objects of a copy and of its repository are both readable, and new ones are written to the copy. */
export function objectEnv({ repository, scratch }: RepositoryCopy): Record<string, string> {
	return {
		GIT_OBJECT_DIRECTORY: join(scratch.gitDir, "objects"),
		GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repository.commonDir, "objects"),
	};
}
