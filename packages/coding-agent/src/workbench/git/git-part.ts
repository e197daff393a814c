import type { StandingPart } from "../../conversation/request/standing-parts.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import type { GitPlace, GitSummary } from "./git-summary.ts";

/** At a terminal the first prompt comes later than the first request waits, so that large repositories are read, too. */
const stopMs = 5000;

export interface GitPartOptions {
	readonly cwd: () => string;
	readonly env: GitPlace["env"];
	readonly gate: (cwd: string) => TrustGate;
	/** How long the first request may wait, from the start of the session on: usual repositories take 10 to 50 ms. */
	readonly waitMs: number;
}

/** What the model is told of the repository, as it was when the session began. Reading it starts at once. */
export class GitPart implements Disposable {
	readonly #options: GitPartOptions;
	#reading: { readonly folder: string; readonly stop: AbortController; readonly ready: Promise<void> };
	#text = "";

	constructor(options: GitPartOptions) {
		this.#options = options;
		this.#reading = this.#read();
	}

	get part(): StandingPart {
		return { id: "git", text: this.#text };
	}

	async ready(): Promise<void> {
		if (this.#reading.folder !== this.#options.cwd()) this.restart();
		await this.#reading.ready;
	}

	restart(): void {
		this.#reading.stop.abort();
		this.#text = "";
		this.#reading = this.#read();
	}

	[Symbol.dispose](): void {
		this.#reading.stop.abort();
	}

	#read() {
		const { cwd, env, gate, waitMs } = this.#options;
		const folder = cwd();
		const stop = new AbortController();
		const late = Promise.withResolvers<void>();
		const timers = [setTimeout(late.resolve, waitMs), setTimeout(() => stop.abort(), Math.max(waitMs, stopMs))];
		// An omp that ends early does not wait for them.
		for (const timer of timers) timer.unref();
		const read = async () => {
			const [{ readGitSummary }, { gitBlock }] = await Promise.all([
				import("./git-summary.ts"),
				import("./git-block.ts"),
			]);
			await readGitSummary({ cwd: folder, env, gate: gate(folder), signal: stop.signal }, (summary: GitSummary) => {
				if (!stop.signal.aborted) this.#text = gitBlock(summary);
			});
		};
		const done = read()
			.catch(() => {
				// Without it the model asks git.
			})
			.finally(() => timers.forEach(clearTimeout));
		return { folder, stop, ready: Promise.race([done, late.promise]) };
	}
}
