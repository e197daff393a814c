import { existsSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Backend, fillWorkspace, type IsolationMode } from "./copy/backends.ts";
import { copyDependencies, findIgnoredFolders, type IgnoredFolders } from "./copy/dependency-folders.ts";
import { makeWorkspace, mountName, removeWorkspace, writeOwner } from "./copy/workspaces.ts";
import { putInPlace } from "./merge/merge-journal.ts";
import { MergeInterrupted, takeTurn, withMergeLock } from "./merge/merge-lock.ts";
import { type Planned, planCommit, planFiles } from "./merge/merge-plan.ts";
import { GitError } from "./repository/git.ts";
import { findRepository, type Included, needsGitText, type Repository } from "./repository/repository.ts";
import {
	buildPatch,
	computeDelta,
	type Delta,
	makeRepositories,
	type RepositoryCopy,
	surveyRepositories,
} from "./repository/repository-copy.ts";
import type { Conflict } from "./repository/three-way.ts";

export interface IsolationOptions {
	/** Where the sub-agent would have worked. */
	readonly cwd: string;
	readonly mode: IsolationMode;
	/** Of the sub-agent; names the branch. */
	readonly id: string;
	/** The folder of all workspaces. */
	readonly base: string;
	/** How `merge` puts the result into the user's tree. */
	readonly as: "patch" | "branch";
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	/** False for a repository whose own settings make git run programs that the user does not trust. */
	readonly mayRunGit?: (root: string) => Promise<boolean>;
	/** Besides tracked files. */
	readonly include?: { readonly untracked?: boolean; readonly ignored?: boolean };
	/** The message of commits; the id by default. */
	readonly message?: (patch: string) => Promise<string | undefined>;
}

export interface MergeOutcome {
	readonly isMerged: boolean;
	/** Why not, and what is left to do by hand. */
	readonly problem?: string;
	readonly conflicts: readonly Conflict[];
	/** Files that were changed, relative to the project. */
	readonly files: readonly string[];
	/** Kept because it was not merged. */
	readonly branchName?: string;
}

/** Someone else may change the tree between plan and execution: then it is planned again. */
const maxTries = 4;
const retryMs = 100;

/** A copy of a project for one sub-agent. */
export class Isolation {
	/** The working directory of the sub-agent. */
	readonly path: string;
	/** The copy of the whole project. */
	readonly root: string;
	readonly backend: Backend;
	readonly ignored: IgnoredFolders;
	/** Why it is another kind of copy than the one that was asked for. */
	readonly note?: string;
	readonly #folder: string;
	readonly #copies: readonly RepositoryCopy[];
	readonly #options: IsolationOptions;

	constructor(
		place: {
			readonly folder: string;
			readonly path: string;
			readonly backend: Backend;
			readonly note?: string | undefined;
			readonly ignored: IgnoredFolders;
		},
		copies: readonly RepositoryCopy[],
		options: IsolationOptions,
	) {
		this.path = place.path;
		this.root = join(place.folder, mountName);
		this.backend = place.backend;
		this.ignored = place.ignored;
		if (place.note !== undefined) this.note = place.note;
		this.#folder = place.folder;
		this.#copies = copies;
		this.#options = options;
	}

	/** What changed in the copy, saved as a patch. */
	async result(save: { readonly id: string; readonly patchPath?: string }) {
		const deltas = (await this.#deltas()).filter(({ changes }) => changes.length > 0);
		const patches = await Promise.all(deltas.map(buildPatch));
		const patch = Buffer.concat(patches);
		const { patchPath } = save;
		if (patchPath !== undefined && patch.length > 0) await writeFile(patchPath, patch);
		return {
			hasChanges: patch.length > 0,
			...(patchPath !== undefined && patch.length > 0 && { patchPath }),
			...(this.#options.as === "branch" && patch.length > 0 && { branchName: this.#branch }),
			files: deltas.flatMap(({ copy, changes }) => changes.map(({ path }) => join(copy.path, path))),
			nestedPatches: deltas.flatMap(({ copy }, index) =>
				copy.path === "" ? [] : [{ path: copy.path, patch: patches[index]?.toString("utf8") ?? "" }],
			),
		};
	}

	/** Puts the result into the user's tree, whole or not at all. All omps of the user take turns. */
	async merge(onStep?: () => void): Promise<MergeOutcome> {
		using turn = takeTurn(this.#options.base);
		try {
			const deltas = (await this.#deltas()).filter(({ changes }) => changes.length > 0);
			// A model may write it: nobody else should wait for that.
			const message = await this.#message(deltas);
			await turn.before;
			return await withMergeLock(this.#options.base, () => this.#mergeNow(deltas, message, onStep));
		} catch (error) {
			if (!(error instanceof MergeInterrupted) && !(error instanceof GitError)) throw error;
			return { isMerged: false, problem: `Nothing was changed: ${error.message}.`, conflicts: [], files: [] };
		}
	}

	async #mergeNow(deltas: readonly Delta[], message: string, onStep?: () => void): Promise<MergeOutcome> {
		for (let tries = 1; ; tries++) {
			const plans: Array<readonly [Delta, Planned]> = [];
			for (const delta of deltas) plans.push([delta, await this.#plan(delta, message)]);
			const conflicts = plans.flatMap(([{ copy }, plan]) =>
				plan.conflicts.map((conflict) => ({ ...conflict, path: join(copy.path, conflict.path) })),
			);
			if (conflicts.length > 0) return this.#refused(plans, conflicts, describe(conflicts));
			const files = plans.flatMap(([, plan]) => plan.files);
			const refs = plans.flatMap(([, plan]) => plan.refs);
			const changed = plans.flatMap(([{ copy }, plan]) => plan.files.map(({ path }) => join(copy.path, path)));
			try {
				await putInPlace(this.#options.base, { files, refs }, this.#options.env, onStep);
				return { isMerged: true, conflicts: [], files: changed };
			} catch (error) {
				if (!(error instanceof Error) || error.name === "Killed") throw error;
				const mayPass = error instanceof MergeInterrupted && tries < maxTries;
				if (!mayPass) return this.#refused(plans, [], `Nothing was changed: ${error.message}.`);
				await Bun.sleep(retryMs);
			}
		}
	}

	/** Removes the copy, mounts included. */
	async discard(): Promise<void> {
		await removeWorkspace(this.#folder);
	}

	get #branch(): string {
		return `omp/task/${this.#options.id.replace(/[^A-Za-z0-9_.-]/g, "-")}`;
	}

	#deltas(): Promise<Delta[]> {
		return Promise.all(this.#copies.map(computeDelta));
	}

	async #message(deltas: readonly Delta[]): Promise<string> {
		const { message, id, as } = this.#options;
		if (!message || as !== "branch") return id;
		const patches = await Promise.all(deltas.map(buildPatch));
		return (await message(Buffer.concat(patches).toString("utf8"))) || id;
	}

	/** Repositories inside the project get a commit each; submodules only files, as the project names their commit. */
	#plan(delta: Delta, message: string): Promise<Planned> {
		const { path, isSubmodule } = delta.copy;
		const wantsCommit = path === "" ? this.#options.as === "branch" : !isSubmodule;
		return wantsCommit ? planCommit(delta, message) : planFiles(delta);
	}

	/** Keeps what was done on a branch, where one is wanted. */
	async #refused(
		plans: ReadonlyArray<readonly [Delta, Planned]>,
		conflicts: readonly Conflict[],
		problem: string,
	): Promise<MergeOutcome> {
		const kept = plans.find(([{ copy }, { branchCommit }]) => copy.path === "" && branchCommit !== undefined);
		if (!kept) return { isMerged: false, problem, conflicts, files: [] };
		const [{ copy }, { branchCommit = "" }] = kept;
		const { git, gitDir } = copy.scratch;
		await git.run(["update-ref", "refs/omp/result", branchCommit]);
		const branchName = await freeBranch(copy, this.#branch);
		const refs = `refs/omp/result:refs/heads/${branchName}`;
		await copy.repository.git.run(["fetch", "-q", "--no-tags", "--no-write-fetch-head", gitDir, refs]);
		const text = `${problem} The result is on the branch ${branchName}.`;
		return { isMerged: false, problem: text, conflicts, files: [], branchName };
	}
}

/** Makes a copy of the project around `cwd` as it is now, with changes that are not committed. */
export async function isolate(options: IsolationOptions): Promise<Isolation> {
	const { base, env } = options;
	// A link to the folder would not be inside the repository.
	const cwd = realpathSync(options.cwd);
	const repository = await findRepository(cwd, env);
	if (!repository) throw new Error(needsGitText);
	const include = { untracked: options.include?.untracked ?? true, ignored: options.include?.ignored ?? false };
	// Not while a result is half in place.
	return withMergeLock(base, () => copyRepository(repository, cwd, include, options), "shared");
}

async function copyRepository(
	repository: Repository,
	cwd: string,
	include: Included,
	options: IsolationOptions,
): Promise<Isolation> {
	const { mode, id, base, env, now } = options;
	const ignoredFolders = include.ignored ? [] : findIgnoredFolders(repository);
	const found = await surveyRepositories(repository, include, env);
	for (const { repository: inner } of found) {
		if ((await options.mayRunGit?.(inner.root)) === false) throw new Error(untrustedText(inner.root));
	}
	const facts = { repository: repository.root, id, createdAt: now() };
	const folder = makeWorkspace(base, facts);
	try {
		const files = found.flatMap((inner) => inner.files.map((file) => join(inner.path, file)));
		const { backend, note } = await fillWorkspace(mode, { root: repository.root, files }, folder, env);
		writeOwner(folder, { ...facts, backend, isMounted: backend === "overlayfs" });
		const target = join(folder, mountName);
		const dependencies = copyDependencies(repository.root, target, await ignoredFolders, { backend, env });
		// Nothing is written any more when the workspace has to be removed.
		const copies = await makeRepositories(found, target, folder, env).finally(() => dependencies);
		const ignored = await dependencies;
		const inside = join(target, relative(repository.root, cwd));
		// A folder without files is not copied.
		const path = existsSync(inside) ? inside : target;
		return new Isolation({ folder, path, backend, note, ignored }, copies, options);
	} catch (error) {
		await removeWorkspace(folder);
		throw error;
	}
}

function untrustedText(root: string): string {
	return `Isolation needs git, and the settings of ${root} make git run programs that are not trusted. See /trust`;
}

async function freeBranch({ repository: { git } }: RepositoryCopy, wanted: string): Promise<string> {
	for (let number = 1; ; number++) {
		const name = number === 1 ? wanted : `${wanted}-${number}`;
		const { code } = await git.run(["show-ref", "--verify", "-q", `refs/heads/${name}`], { accept: [1] });
		if (code !== 0) return name;
	}
}

const shownConflicts = 20;

function describe(conflicts: readonly Conflict[]): string {
	const lines = conflicts.slice(0, shownConflicts).map(({ path, reason }) => `- ${path}: ${reason}`);
	const more = conflicts.length > shownConflicts ? [`- and ${conflicts.length - shownConflicts} more`] : [];
	return ["Nothing was changed, because the result conflicts with your files:", ...lines, ...more].join("\n");
}
