import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { AuthError } from "../../errors/auth-error.ts";
import type { Fetch } from "../../fetch.ts";
import type { Usage } from "../../message.ts";
import type { RemoteAccounts } from "../store/account-store.ts";
import type { UsageHistoryRow, UsageReport } from "../store/account-usage.ts";
import type { Headroom } from "../store/choose-account.ts";
import type { StoredCredential } from "../store/stored-credential.ts";
import { tightestLimit } from "../usage/usage-report.ts";
import { type AccountPool, isInPool } from "./account-pool.ts";
import { type BrokerAccess, BrokerClient } from "./broker-client.ts";
import { BrokerError } from "./broker-error.ts";
import { followBroker } from "./follow-broker.ts";
import { RemoteEntries } from "./remote-entries.ts";
import { RemoteTokens } from "./remote-tokens.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { UsageObserver } from "./usage-observer.ts";
import type { WireChange } from "./wire.ts";
import { fromWireUsage, type ReceivedUsage } from "./wire-usage.ts";

export interface BrokerAccountsOptions {
	readonly access: BrokerAccess;
	readonly cache: { readonly path: string; readonly ttlMs: number };
	readonly pool?: AccountPool | undefined;
	readonly fetch: Fetch;
	readonly now: () => number;
	/** Who uses the accounts; without it nobody is told what was used. */
	readonly installation?: { readonly id: () => string; readonly hostname: string } | undefined;
	readonly follow?: Pick<Parameters<typeof followBroker>[0], "sleep" | "random" | "limits"> | undefined;
}

/** How long a start with a cached snapshot waits for the broker. */
const revalidateMs = 500;
const firstAnswerMs = 10_000;
const usageFreshMs = 15_000;
/** How old reports may be to choose among accounts. */
const usageUsefulMs = 5 * 60_000;
const cacheDelayMs = 500;

/** The accounts of a broker, as other parts see those of `agent.db`. */
export class BrokerAccounts implements RemoteAccounts {
	readonly #options: BrokerAccountsOptions;
	readonly #client: BrokerClient;
	readonly #cache: SnapshotCache;
	readonly #entries: RemoteEntries;
	readonly #end = new AbortController();
	readonly #listeners = new Set<(provider: string, cause: string) => void>();
	readonly tokens: RemoteTokens;
	readonly #observer: UsageObserver | undefined;
	#problem: string | undefined;
	#isFollowing = false;
	#saving: ReturnType<typeof setTimeout> | undefined;
	#usage: { readonly at: number; readonly received: Promise<readonly ReceivedUsage[] | undefined> } | undefined;
	#knownUsage: readonly ReceivedUsage[] = [];

	private constructor(options: BrokerAccountsOptions) {
		const { access, cache, pool, fetch, now, installation } = options;
		this.#options = options;
		this.#client = new BrokerClient(access, fetch);
		this.#cache = new SnapshotCache({ ...cache, url: access.url, token: access.token, now });
		this.#entries = new RemoteEntries(now, pool);
		this.tokens = new RemoteTokens(this.#client, this.#entries, now);
		this.#observer =
			installation &&
			new UsageObserver((entries) =>
				this.#client.observe({ installId: installation.id(), hostname: installation.hostname, entries }),
			);
	}

	/**
	 * With the broker's snapshot, or that of the cache while the broker cannot be asked. Throws when the broker refuses the token:
	 * no cache stands in for that.
	 */
	static async open(options: BrokerAccountsOptions): Promise<BrokerAccounts> {
		const accounts = new BrokerAccounts(options);
		await accounts.#load();
		return accounts;
	}

	get url(): string {
		return this.#options.access.url;
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	async #load(): Promise<void> {
		const cached = await this.#cache.read();
		try {
			const snapshot = await this.#client.snapshot({ limitMs: cached ? revalidateMs : firstAnswerMs });
			if (snapshot) this.#take({ kind: "snapshot", ...snapshot });
			await ignoreFailure(this.#save(), "without a cache the broker has to be there at the next start");
		} catch (error) {
			if (!(error instanceof BrokerError)) throw error;
			if (error.kind === "refused") {
				await ignoreFailure(this.#cache.remove(), "it cannot be used either");
				throw error;
			}
			if (cached) this.#take({ kind: "snapshot", ...cached });
			else this.#problem = `${error.message}. Accounts of the broker are not available.`;
		}
	}

	follow(): void {
		if (this.#isFollowing || this.#end.signal.aborted) return;
		this.#isFollowing = true;
		const following = followBroker({
			...this.#options.follow,
			client: this.#client,
			signal: this.#end.signal,
			generation: () => this.#entries.generation,
			apply: (change) => this.#take(change),
			onState: (problem) => {
				this.#problem = problem?.message;
				// Everything of it was meant for who had that token.
				if (problem?.kind === "refused") void ignoreFailure(this.#cache.remove(), "it expires by itself");
			},
		});
		void ignoreFailure(following, "the accounts stay as they are");
	}

	onRemoved(listener: (provider: string, cause: string) => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	#take(change: WireChange): void {
		const cause = (change.kind === "removed" ? change.cause : undefined) ?? `no longer at the broker ${this.url}`;
		this.#problem = undefined;
		for (const { provider } of this.#entries.apply(change)) {
			for (const listener of [...this.#listeners]) listener(provider, cause);
		}
		if (!this.#isFollowing) return;
		this.#saving ??= setTimeout(() => {
			this.#saving = undefined;
			void ignoreFailure(this.#save(), "the next change is saved again");
		}, cacheDelayMs);
	}

	async #save(): Promise<void> {
		await this.#cache.write(this.#entries.toSnapshot());
	}

	revision(): number {
		return this.#entries.revision;
	}

	/** The broker does not show disabled ones. */
	list(provider?: string): StoredCredential[] {
		const all = this.#entries.all.map(({ credential }) => credential);
		return all.filter((row) => provider === undefined || row.provider === provider).sort((a, b) => a.id - b.id);
	}

	find(id: number): StoredCredential | undefined {
		return this.#entries.find(id)?.credential;
	}

	saveKey(provider: string): number {
		throw this.refusal(provider, "login");
	}

	saveLogin(provider: string): number {
		throw this.refusal(provider, "login");
	}

	remove(id: number): void {
		throw this.refusal(this.find(id)?.provider ?? "", "logout");
	}

	refusal(provider: string, command: "login" | "logout"): AuthError {
		return new AuthError(
			"denied",
			`Keys and logins are kept by the broker at ${this.url}. Run: omp auth-broker ${command} ${provider}`.trimEnd(),
		);
	}

	disable(id: number, cause: string): void {
		this.#entries.remove(id);
		void ignoreFailure(this.#client.disable(id, cause), "the broker will find out by itself");
	}

	block(id: number, provider: string, untilMs: number, scope = ""): void {
		const until = Math.round(untilMs);
		this.#entries.block(id, { provider, scope, untilMs: until });
		const block = { provider, scope, untilMs: Math.round(this.#entries.toBrokerClock(until)) };
		void ignoreFailure(this.#client.block(id, block), "other clients will meet the limit themselves");
	}

	clearBlocks(id: number): void {
		this.#entries.clearBlocks(id);
		void ignoreFailure(this.#client.clearBlocks(id), "the blocks end by themselves");
	}

	observe(provider: string, model: string, usage: Usage): void {
		this.#observer?.add(provider, model, usage);
	}

	async settle(): Promise<void> {
		await this.#observer?.settle();
	}

	blocks(provider: string, scope = ""): Map<number, number> {
		const now = this.#options.now();
		const until = new Map<number, number>();
		for (const { credential, blocks } of this.#entries.all) {
			for (const block of blocks) {
				const applies = block.provider === provider && (block.scope === "" || block.scope === scope);
				if (!applies || block.untilMs <= now) continue;
				until.set(credential.id, Math.max(until.get(credential.id) ?? 0, block.untilMs));
			}
		}
		return until;
	}

	async usage({
		signal,
	}: {
		readonly signal?: AbortSignal | undefined;
	} = {}): Promise<readonly UsageReport[] | undefined> {
		const { now, pool } = this.#options;
		if (!this.#usage || now() - this.#usage.at > usageFreshMs) {
			this.#usage = { at: now(), received: this.#askUsage() };
		}
		// A caller that gives up must not end the request of the others.
		const received = await raceAbort(this.#usage.received, signal);
		const mine = received?.filter(({ report, credentialId }) => {
			const identityKey =
				(credentialId === undefined ? undefined : this.find(credentialId)?.identityKey) ?? report.accountKey;
			return isInPool(pool, { provider: report.provider, type: "oauth", identityKey });
		});
		return mine?.map(({ report }) => report);
	}

	/** No reports are no signal, never an error. */
	async #askUsage(): Promise<readonly ReceivedUsage[] | undefined> {
		try {
			const reports = await this.#client.usage();
			this.#knownUsage = reports.map(fromWireUsage).filter((report) => report !== undefined);
			return this.#knownUsage;
		} catch (error) {
			logIgnored("the broker's usage reports; accounts are chosen without them", error);
			return undefined;
		}
	}

	async forgetUsage(): Promise<void> {
		this.#usage = undefined;
		await this.#client.forgetUsage();
	}

	usageHistory(sinceMs: number): Promise<readonly UsageHistoryRow[]> {
		return this.#client.usageHistory(Math.round(this.#entries.toBrokerClock(sinceMs)));
	}

	headroom(ids: readonly number[]): ReadonlyMap<number, Headroom> {
		const { now } = this.#options;
		if (!this.#usage || now() - this.#usage.at > usageUsefulMs) void this.usage();
		return new Map(
			this.#knownUsage.flatMap(({ report, credentialId }): Array<[number, Headroom]> => {
				const limit = tightestLimit(report);
				if (credentialId === undefined || !ids.includes(credentialId) || !limit) return [];
				const { usedFraction, resetsAt } = limit;
				return [[credentialId, { usedFraction, ...(resetsAt !== undefined && { resetsAtMs: resetsAt }) }]];
			}),
		);
	}

	[Symbol.dispose](): void {
		this.#end.abort();
		clearTimeout(this.#saving);
		this.#saving = undefined;
	}
}
