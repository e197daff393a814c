import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import type { ThreadCache } from "@oh-my-pi/pi-tools/github/api/thread-cache";
import { githubCacheSettings, githubSettings } from "@oh-my-pi/pi-tools/github/settings";
import type { GithubService } from "@oh-my-pi/pi-tools/services/github-service";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../process/directories.ts";
import { workspaceBase } from "../../process/worktree-base.ts";
import { worktreeSettings } from "../../settings/sections/agent/task.ts";
import type { Settings } from "../../settings/settings.ts";
import type { GithubThreads } from "./github-url.ts";

/** GitHub for the tools of all conversations: one cache of issues and pull requests. Opens nothing by itself. */
export class GithubAccess implements GithubService {
	readonly #host: Host;
	readonly #settings: Settings;
	readonly #env: Host["env"];
	#cache: Promise<ThreadCache> | undefined;
	#opened: ThreadCache | undefined;
	#hasGh: boolean | undefined;
	/** Folders, and whether their repository has a remote on GitHub. */
	readonly #remotes = new Map<string, boolean>();

	constructor({
		host,
		settings,
		env,
	}: { readonly host: Host; readonly settings: Settings; readonly env: Host["env"] }) {
		this.#host = host;
		this.#settings = settings;
		this.#env = env;
	}

	/** Whether the model is told of issues and pull requests: it can read them, and the project has some or the user wants it. */
	isAdvertised(cwd: string): boolean {
		if (!this.#settings.get(githubSettings.enabled) && !this.#isOnGithub(cwd)) return false;
		this.#hasGh ??= findProgram("gh", this.#env.PATH) !== undefined;
		return this.#hasGh;
	}

	/** Asked for each request, so the answer is kept. */
	#isOnGithub(cwd: string): boolean {
		const known = this.#remotes.get(cwd);
		if (known !== undefined) return known;
		const isThere = /^\s*url\s*=\s*\S*\bgithub\.com[:/]/m.test(gitConfigAbove(cwd));
		this.#remotes.set(cwd, isThere);
		return isThere;
	}

	readonly worktreeBase = (): string => workspaceBase(this.#settings.get(worktreeSettings.base), this.#host);

	readonly cache = async (): Promise<ThreadCache | undefined> => {
		if (!this.#settings.get(githubCacheSettings.enabled)) return undefined;
		this.#cache ??= this.#open();
		return this.#cache;
	};

	/** For the URLs of a conversation in a folder. */
	threads(cwd: () => string): GithubThreads {
		return { cwd, env: this.#env, home: this.#host.home, cache: this.cache };
	}

	close(): void {
		this.#opened?.close();
		this.#opened = undefined;
		this.#cache = undefined;
	}

	async #open(): Promise<ThreadCache> {
		const { ThreadCache } = await import("@oh-my-pi/pi-tools/github/api/thread-cache");
		const configured = this.#host.env.OMP_GITHUB_CACHE_DB;
		const file = configured || join(resolveDirectories(this.#host).cache, "github-cache.db");
		const { softTtlSec, hardTtlSec } = githubCacheSettings;
		this.#opened = new ThreadCache(file, {
			now: this.#host.now,
			limits: () => ({ softTtlSec: this.#settings.get(softTtlSec), hardTtlSec: this.#settings.get(hardTtlSec) }),
		});
		return this.#opened;
	}
}

/** The settings of the repository that a folder is in, as text that is only looked at; empty without one. */
function gitConfigAbove(folder: string): string {
	try {
		return readFileSync(join(folder, ".git", "config"), "utf8");
	} catch {
		// No repository here: it may be further up.
		return folder === dirname(folder) ? "" : gitConfigAbove(dirname(folder));
	}
}
