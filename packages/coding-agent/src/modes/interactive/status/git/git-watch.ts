import type { GitState } from "./git-state.ts";

export interface GitPorts {
	read(folder: string): Promise<GitState | undefined>;
	/** Tells when a commit, a checkout or a staging has changed the repository; gives the way to end that. */
	watch(folder: string, onChange: () => void): Promise<() => void>;
	readonly now: () => number;
	/** Calls back later; gives the way to prevent that. */
	after(delayMs: number, act: () => void): () => void;
}

/** Two looks at a repository are at least this far apart. */
const minPauseMs = 2000;
/** A look may take a small part of the time only; in a huge repository it takes long. */
const costFactor = 20;

/**
 * Knows the state of the repository without ever making a frame wait: asked for it, it gives what it saw last and looks
 * again in the background when that is old, or as soon as it will be: the last frame may show what a command or an undo has
 * just changed. Nobody asks while nothing is drawn, so that an idle screen costs nothing after that one look.
 */
export class GitWatch implements Disposable {
	readonly #ports: GitPorts;
	readonly #folder: () => string;
	readonly #onChange: () => void;
	#state: GitState | undefined;
	#seen: { folder: string; at: number; pauseMs: number } | undefined;
	#isLooking = false;
	#cancelLook: (() => void) | undefined;
	#watched: { folder: string; end: Promise<() => void> } | undefined;
	#isStarted = false;

	constructor(ports: GitPorts, folder: () => string, onChange: () => void) {
		this.#ports = ports;
		this.#folder = folder;
		this.#onChange = onChange;
	}

	/** Until then nothing is looked at. */
	start(): void {
		this.#isStarted = true;
		this.#lookSoon();
	}

	get state(): GitState | undefined {
		this.#lookSoon();
		return this.#seen?.folder === this.#folder() ? this.#state : undefined;
	}

	[Symbol.dispose](): void {
		this.#isStarted = false;
		this.#cancelLook?.();
		this.#endWatch();
	}

	#lookSoon(): void {
		if (!this.#isStarted || this.#isLooking) return;
		if (this.#seen?.folder === this.#folder()) this.#lookWhenDue();
		else void this.#look();
	}

	async #look(): Promise<void> {
		const folder = this.#folder();
		const { read, now } = this.#ports;
		this.#isLooking = true;
		this.#watch(folder);
		const startedAt = now();
		// Without git, or outside of a repository, there is nothing to show.
		const state = await read(folder).catch(() => undefined);
		const at = now();
		this.#isLooking = false;
		this.#seen = { folder, at, pauseMs: Math.max(minPauseMs, (at - startedAt) * costFactor) };
		if (!this.#isStarted || Bun.deepEquals(state, this.#state)) return;
		this.#state = state;
		this.#onChange();
	}

	#watch(folder: string): void {
		if (this.#watched?.folder === folder) return;
		this.#endWatch();
		const end = this.#ports.watch(folder, () => this.#lookWhenDue()).catch(() => () => {});
		this.#watched = { folder, end };
	}

	#lookWhenDue(): void {
		if (!this.#isStarted || this.#cancelLook) return;
		const waitMs = this.#seen ? Math.max(0, this.#seen.at + this.#seen.pauseMs - this.#ports.now()) : 0;
		if (waitMs === 0 && !this.#isLooking) return void this.#look();
		this.#cancelLook = this.#ports.after(waitMs, () => {
			this.#cancelLook = undefined;
			if (!this.#isLooking) void this.#look();
		});
	}

	#endWatch(): void {
		void this.#watched?.end.then((end) => end());
		this.#watched = undefined;
	}
}
