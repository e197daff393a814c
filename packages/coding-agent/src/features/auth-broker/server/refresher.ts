import type { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import type { StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";

export interface RefreshSchedule {
	readonly intervalMs: number;
	readonly skewMs: number;
	/** On the clock of the host. */
	readonly nextSweepAt: number;
}

/**
 * - `refreshed`: the store has new tokens.
 * - `ended`: the login is no longer valid; its row is disabled.
 * - `failed`: the provider could not be asked; the old tokens stay.
 */
export type RefreshOutcome =
	| { readonly kind: "refreshed" }
	| { readonly kind: "ended" | "failed"; readonly reason: string };

/** Refreshes the login of a row whose access token is still the text one. */
export type RefreshLogin = (id: number, access: string) => Promise<RefreshOutcome>;

export interface RefresherOptions {
	readonly store: CredentialStore;
	readonly refresh: RefreshLogin;
	readonly now: () => number;
	readonly onOutcome: (row: StoredLogin, outcome: RefreshOutcome) => void;
	/** A sweep itself failed: the database cannot be read. */
	readonly onProblem: (error: unknown) => void;
	/** Whether rows may be written; a refresh whose result cannot be stored would lose the login. */
	readonly canStore: () => boolean;
	readonly intervalMs?: number | undefined;
}

export const refreshSkewMs = 5 * 60_000;
const usualIntervalMs = 60_000;
const mostAtOnce = 4;

/** Keeps the logins of the broker valid: one loop, and one refresh at a time for each of them. */
export class Refresher implements Disposable {
	readonly #options: RefresherOptions;
	readonly #intervalMs: number;
	readonly #running = new Map<number, Promise<RefreshOutcome>>();
	#nextSweepAt: number;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isOver = false;

	constructor(options: RefresherOptions) {
		this.#options = options;
		this.#intervalMs = options.intervalMs ?? usualIntervalMs;
		this.#nextSweepAt = options.now();
	}

	get schedule(): RefreshSchedule {
		return { intervalMs: this.#intervalMs, skewMs: refreshSkewMs, nextSweepAt: this.#nextSweepAt };
	}

	/** The first sweep is now. */
	start(): void {
		void this.#sweepAndWait();
	}

	async #sweepAndWait(): Promise<void> {
		this.#nextSweepAt = this.#options.now() + this.#intervalMs;
		const started = performance.now();
		await this.sweep();
		if (this.#isOver) return;
		const tookMs = performance.now() - started;
		// The timer does not follow a clock that is set.
		this.#timer = setTimeout(() => void this.#sweepAndWait(), Math.max(0, this.#intervalMs - tookMs));
	}

	/** Refreshes every login that is about to expire. */
	async sweep(): Promise<void> {
		const { store, now, onProblem, canStore } = this.#options;
		try {
			if (!canStore()) return;
			const due = store.list().filter((row) => row.type === "oauth" && isDue(row, now()));
			const queue = [...(due as StoredLogin[])];
			const work = async () => {
				for (let row = queue.shift(); row && !this.#isOver; row = queue.shift()) await this.refresh(row);
			};
			await Promise.all(Array.from({ length: mostAtOnce }, work));
		} catch (error) {
			onProblem(error);
		}
	}

	/** All callers share a refresh that is under way; a slow one is never started again. */
	refresh(row: StoredLogin): Promise<RefreshOutcome> {
		const running = this.#running.get(row.id);
		if (running) return running;
		const { refresh, onOutcome } = this.#options;
		const flight = refresh(row.id, row.tokens.access)
			.catch((error: unknown): RefreshOutcome => ({ kind: "failed", reason: String(error) }))
			.then((outcome) => {
				onOutcome(row, outcome);
				return outcome;
			})
			.finally(() => this.#running.delete(row.id));
		this.#running.set(row.id, flight);
		return flight;
	}

	[Symbol.dispose](): void {
		this.#isOver = true;
		clearTimeout(this.#timer);
	}
}

function isDue({ provider, tokens, updatedAtMs }: StoredLogin, now: number): boolean {
	if (!tokens.refresh || provider.startsWith(serverLoginPrefix)) return false;
	// Tokens that live for minutes would otherwise be refreshed with every sweep.
	const halfLifeMs = Math.max(0, tokens.expires - updatedAtMs) / 2;
	return tokens.expires - now < Math.min(refreshSkewMs, halfLifeMs);
}
