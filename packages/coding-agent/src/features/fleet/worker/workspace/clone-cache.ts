import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { acquireLock, type Lock, lockWorld } from "@oh-my-pi/pi-session/storage/lock";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { TaskFailure } from "../contract/task-failure.ts";
import { type FleetGit, FleetGitError } from "./fleet-git.ts";

/** A commit of a repository, and the bare mirror that has it. */
export interface CachedCommit {
	readonly mirror: string;
	readonly commit: string;
	/** Of the commit. */
	readonly tree: string;
	/** The branch that the ref names, or the default branch; `undefined` for a tag or a commit. */
	readonly branch: string | undefined;
	/** As git reaches the repository itself. */
	readonly remote: string;
}

/** A branch may have moved since. */
const freshMs = 60_000;
const lockPollMs = 20;
const fetchTimeoutMs = 600_000;

/** Bare mirrors of repositories, shared by all workers of a machine. */
export class CloneCache {
	readonly #folder: string;
	readonly #git: FleetGit;
	readonly #now: () => number;
	/** Work on a mirror, one after the other. */
	readonly #turns = new Map<string, Promise<unknown>>();
	/** Where repositories of this machine have their objects. */
	readonly #local = new Map<string, string>();

	constructor(folder: string, git: FleetGit, now: () => number) {
		this.#folder = folder;
		this.#git = git;
		this.#now = now;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
	}

	/** Finds the commit of a ref, and fetches where it is not known or may have moved. */
	async find(repository: string, ref: string | undefined, signal: AbortSignal): Promise<CachedCommit> {
		const remote = parseRemote(repository);
		const here = await this.#localRepository(remote, signal);
		if (here !== undefined) return this.#findHere(here, remote, ref, signal);
		const mirror = this.#mirrorOf(remote);
		const known = existsSync(join(mirror, "HEAD")) ? await this.#resolve(mirror, remote, ref, signal) : undefined;
		if (known && this.#isFresh(mirror, known)) return known;
		return this.#inTurn(mirror, async () => {
			await this.#fetch(mirror, remote, signal);
			const found = await this.#resolve(mirror, remote, ref, signal);
			if (found) return found;
			// A commit that no branch has, such as that of a pull request.
			if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref) && (await this.#fetchCommit(mirror, remote, ref, signal))) {
				return this.#known(mirror, remote, ref);
			}
			throw noSuchRef(remote, ref);
		});
	}

	/** Whether a folder is a repository; a folder inside one is only a folder. */
	async isRepository(repository: string, signal: AbortSignal): Promise<boolean> {
		const remote = parseRemote(repository);
		return !isAbsolute(remote) || (await this.#localRepository(remote, signal)) !== undefined;
	}

	/** A repository of this machine needs no mirror: its objects are read where they are. */
	async #localRepository(remote: string, signal: AbortSignal): Promise<string | undefined> {
		if (!isAbsolute(remote)) return undefined;
		const known = this.#local.get(remote);
		if (known !== undefined && existsSync(known)) return known;
		if (!statSync(remote, { throwIfNoEntry: false })?.isDirectory()) {
			throw new TaskFailure("repository", `There is no folder ${remote} on this worker`);
		}
		const { stdout, code } = await this.#git
			.in(remote)
			.run(["rev-parse", "--git-common-dir", "--show-prefix"], { accept: [128], signal });
		const [folder = "", prefix = ""] = stdout.toString().split("\n");
		if (code !== 0 || prefix !== "") return undefined;
		const found = resolve(remote, folder);
		this.#local.set(remote, found);
		return found;
	}

	async #findHere(mirror: string, remote: string, ref: string | undefined, signal: AbortSignal): Promise<CachedCommit> {
		const found = await this.#resolve(mirror, remote, ref, signal);
		if (found) return found;
		throw noSuchRef(remote, ref);
	}

	/** The commit of an earlier attempt, whatever has become of its branch. */
	async findCommit(repository: string, commit: string, signal: AbortSignal): Promise<CachedCommit> {
		const remote = parseRemote(repository);
		const here = await this.#localRepository(remote, signal);
		const mirror = here ?? this.#mirrorOf(remote);
		if (await this.#has(mirror, commit)) return this.#known(mirror, remote, commit);
		if (here !== undefined) throw goneCommit(remote, commit);
		return this.#inTurn(mirror, async () => {
			await this.#fetch(mirror, remote, signal);
			if (await this.#has(mirror, commit)) return this.#known(mirror, remote, commit);
			if (await this.#fetchCommit(mirror, remote, commit, signal)) return this.#known(mirror, remote, commit);
			throw goneCommit(remote, commit);
		});
	}

	async #known(mirror: string, remote: string, commit: string): Promise<CachedCommit> {
		const tree = await this.#git.in(mirror).text(["rev-parse", `${commit}^{tree}`]);
		return { mirror, commit, tree, branch: undefined, remote };
	}

	#mirrorOf(remote: string): string {
		return join(this.#folder, `${createHash("sha256").update(remote).digest("hex").slice(0, 20)}.git`);
	}

	#isFresh(mirror: string, { commit, branch }: CachedCommit): boolean {
		// A tag or commit that is known stays what it is.
		if (branch === undefined && commit !== "") return true;
		const at = statSync(join(mirror, "fetched"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
		return this.#now() - at < freshMs;
	}

	async #has(mirror: string, commit: string): Promise<boolean> {
		if (!existsSync(join(mirror, "HEAD"))) return false;
		const { code } = await this.#git.in(mirror).run(["cat-file", "-e", `${commit}^{commit}`], { accept: [1, 128] });
		return code === 0;
	}

	/** A branch first, then a tag, then a commit. */
	async #resolve(mirror: string, remote: string, ref: string | undefined, signal: AbortSignal) {
		const git = this.#git.in(mirror);
		if (ref === undefined) {
			// Of a linked worktree its own.
			const at = isAbsolute(remote) ? this.#git.in(remote) : git;
			const args = ["rev-parse", "HEAD^{commit}", "HEAD^{tree}", "--symbolic-full-name", "HEAD"];
			const { stdout, code } = await at.run(args, { accept: [1, 128], signal });
			const [commit = "", tree = "", name = ""] = stdout.toString().trim().split("\n");
			const branch = name.startsWith("refs/heads/") ? name.slice("refs/heads/".length) : undefined;
			return code === 0 && commit ? { mirror, commit, tree, branch, remote } : undefined;
		}
		if (ref.startsWith("-")) return undefined;
		const plain = ref.replace(/^refs\/heads\/|^origin\//, "");
		for (const [full, branch] of [
			[`refs/heads/${plain}`, plain],
			[`refs/tags/${ref.replace(/^refs\/tags\//, "")}`, undefined],
			[ref, undefined],
		] as const) {
			const args = ["rev-parse", "--quiet", `${full}^{commit}`, `${full}^{tree}`];
			const { stdout, code } = await git.run(args, { accept: [1, 128], signal });
			const [commit = "", tree = ""] = stdout.toString().trim().split("\n");
			if (code === 0) return { mirror, commit, tree, branch, remote };
		}
		return undefined;
	}

	async #fetch(mirror: string, remote: string, signal: AbortSignal): Promise<void> {
		const reach = isAbsolute(remote) ? "local" : "network";
		const isNew = !existsSync(join(mirror, "HEAD"));
		try {
			if (isNew) {
				mkdirSync(mirror, { recursive: true, mode: 0o700 });
				await this.#git.in(mirror).run(["init", "--quiet", "--bare", "."], { signal });
			}
			const git = this.#git.in(mirror);
			const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
			const args = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--force", remote, ...refs];
			await git.run(args, { reach, signal, timeoutMs: fetchTimeoutMs });
			const head = await git.text(["ls-remote", "--symref", remote, "HEAD"], {
				reach,
				signal,
				timeoutMs: fetchTimeoutMs,
			});
			const branch = /^ref: (refs\/heads\/\S+)\tHEAD/m.exec(head)?.[1];
			if (branch) await git.run(["symbolic-ref", "HEAD", branch], { signal });
			await Bun.write(join(mirror, "fetched"), "");
		} catch (error) {
			if (isNew) rmSync(mirror, { recursive: true, force: true });
			throw error instanceof FleetGitError ? repositoryFailure(remote, error) : error;
		}
	}

	async #fetchCommit(mirror: string, remote: string, commit: string, signal: AbortSignal): Promise<boolean> {
		const reach = isAbsolute(remote) ? "local" : "network";
		const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, commit];
		const { code } = await this.#git
			.in(mirror)
			.run(args, { reach, signal, accept: [1, 128], timeoutMs: fetchTimeoutMs });
		return code === 0;
	}

	/** One at a time in this process, and among the processes of the machine. */
	async #inTurn<Value>(mirror: string, work: () => Promise<Value>): Promise<Value> {
		const before = this.#turns.get(mirror) ?? Promise.resolve();
		const mine = before.then(async () => {
			const lock = await this.#lock(mirror);
			try {
				return await work();
			} finally {
				lock?.release();
			}
		});
		this.#turns.set(
			mirror,
			mine.catch(() => {}),
		);
		return mine;
	}

	async #lock(mirror: string): Promise<Lock | undefined> {
		for (let waitedMs = 0; waitedMs < fetchTimeoutMs; waitedMs += lockPollMs) {
			const result = acquireLock(mirror, lockWorld(this.#now));
			if (result.kind === "locked") return result.lock;
			if (result.kind === "unavailable") return undefined;
			await sleep(lockPollMs);
		}
		throw new TaskFailure("repository", `Another worker has been fetching ${mirror} for ten minutes`);
	}
}

/** A folder by its path, anything else as git takes it. */
function parseRemote(repository: string): string {
	if (repository.startsWith("-")) throw new TaskFailure("repository", `${repository} is no repository`);
	return repository.replace(/^file:\/\/(?=\/)/, "");
}

function noSuchRef(remote: string, ref: string | undefined): TaskFailure {
	const what = ref === undefined ? "no commit" : `no branch, tag or commit ${ref}. Check the ref of the task`;
	return new TaskFailure("repository", `${shown(remote)} has ${what}`);
}

function goneCommit(remote: string, commit: string): TaskFailure {
	return new TaskFailure("repository", `${shown(remote)} no longer has the commit ${commit} that this task began with`);
}

/** Without what may be a password. */
export function shown(remote: string): string {
	return remote.replace(/^([a-z+]+:\/\/)[^/@\s]*@/i, "$1");
}

function repositoryFailure(remote: string, { stderr, message }: FleetGitError): TaskFailure {
	const output = shown(message);
	const at = shown(remote);
	if (
		/authentication failed|could not read (username|password)|permission denied|terminal prompts disabled|HTTP 40[13]|access denied/i.test(
			stderr,
		)
	) {
		return new TaskFailure(
			"repository",
			`${at} needs credentials that this worker does not have. Give the worker a credential helper, a token in its environment or an SSH key. ${output}`,
		);
	}
	if (
		/not found|does not exist|does not appear to be a git repository|no such file|couldn't find remote/i.test(stderr)
	) {
		return new TaskFailure("repository", `${at} is gone or is no git repository. ${output}`);
	}
	return new TaskFailure("repository", `${at} could not be fetched. ${output}`);
}
