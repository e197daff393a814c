import { statSync } from "node:fs";
import { join } from "node:path";
import { tokenDigest } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import type { WireChange, WireEntry, WireKey, WireLogin, WireSnapshot } from "@oh-my-pi/pi-ai/auth/broker/wire";
import type { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import { agentDatabaseName } from "@oh-my-pi/pi-ai/auth/store/open-database";
import { describeAccount, type StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { HttpError } from "../../../http-service/http-error.ts";
import { type EntryView, isSameEntry, type SharedEntry, sharedEntries, toWire } from "./entries.ts";
import { Refresher, type RefreshLogin, refreshSkewMs } from "./refresher.ts";

export interface BrokerOptions {
	readonly store: CredentialStore;
	readonly agentDir: string;
	readonly refresh: RefreshLogin;
	readonly now: () => number;
	/** One line of the log, without secrets. */
	readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void;
	readonly intervals?: { readonly sweepMs?: number | undefined; readonly pollMs?: number | undefined } | undefined;
}

/** Told with each change of what clients see. */
export type ChangeListener = (changes: readonly BrokerChange[], generation: number) => void;

export type BrokerChange =
	| { readonly kind: "entry"; readonly entry: SharedEntry }
	| { readonly kind: "removed"; readonly id: number; readonly cause: string };

/** Another process may write, too: a second broker, or a login in a terminal. */
const usualPollMs = 200;

/** The keys and logins of a database, for clients: what they see, and the only place where logins are refreshed. */
export class Broker implements Disposable {
	readonly #options: BrokerOptions;
	readonly #refresher: Refresher;
	readonly #listeners = new Set<ChangeListener>();
	readonly #databaseFile: string;
	#entries: readonly SharedEntry[] = [];
	#generation = -1;
	#poll: ReturnType<typeof setInterval> | undefined;
	#isInTrouble = false;

	constructor(options: BrokerOptions) {
		const { store, now, log, refresh, intervals } = options;
		this.#options = options;
		this.#databaseFile = this.#identifyFile() ?? "";
		this.#refresher = new Refresher({
			store,
			refresh,
			now,
			intervalMs: intervals?.sweepMs,
			canStore: () => this.#identifyFile() === this.#databaseFile,
			onProblem: (error) => log("problem", { error: nameOf(error) }),
			onOutcome: ({ id, provider }, outcome) => {
				log("refresh", { id, provider, outcome: outcome.kind, ...("reason" in outcome && { reason: outcome.reason }) });
				this.#look();
			},
		});
		this.#look();
	}

	start(): void {
		this.#poll = setInterval(() => this.#look(), this.#options.intervals?.pollMs ?? usualPollMs);
		this.#refresher.start();
	}

	get store(): CredentialStore {
		return this.#options.store;
	}

	get generation(): number {
		return this.#generation;
	}

	onChange(listener: ChangeListener): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** What a client that knows nothing is told. */
	snapshot(client: Pick<EntryView, "knowsMeters">): WireSnapshot {
		this.lookOrRefuse();
		return {
			generation: this.#generation,
			generatedAt: this.#options.now(),
			...this.#clock(),
			credentials: this.#entries.map((entry) => this.wire(entry, client)),
		};
	}

	/** A change as an event for one client. */
	event(change: BrokerChange, client: Pick<EntryView, "knowsMeters">): WireChange {
		const common = { generation: this.#generation, ...this.#clock() };
		return change.kind === "removed"
			? { ...change, ...common }
			: { kind: "entry", ...common, entry: this.wire(change.entry, client) };
	}

	wire(entry: SharedEntry, { knowsMeters }: Pick<EntryView, "knowsMeters">): WireEntry {
		return toWire(entry, { now: this.#options.now(), schedule: this.#refresher.schedule, knowsMeters });
	}

	listEntries(provider: string): readonly SharedEntry[] {
		this.lookOrRefuse();
		return this.#entries.filter((entry) => entry.provider === provider);
	}

	/** Adds a credential, or replaces that of the same account. */
	save(provider: string, credential: WireKey | WireLogin): void {
		this.#write((store) => {
			if (credential.type === "api_key") store.saveKey(provider, credential.key, credential.source);
			else {
				const { type: _, ...tokens } = credential;
				store.saveLogin(provider, tokens);
			}
		});
	}

	disable(id: number, cause: string): void {
		this.#write((store) => {
			this.#row(id);
			store.disable(id, cause);
		});
	}

	block(id: number, block: { provider: string; scope: string; untilMs: number }): void {
		this.#write((store) => {
			this.#row(id);
			store.block(id, block.provider, block.untilMs, block.scope);
		});
	}

	clearBlocks(id: number): void {
		this.#write((store) => {
			this.#row(id);
			store.clearBlocks(id);
		});
	}

	/** New tokens, unless those that the client names are not the latest. */
	async refresh(id: number, unlessNewerThan: string | undefined): Promise<SharedEntry> {
		this.#refuseWithoutDatabase();
		const row = this.#row(id);
		if (row.type !== "oauth") {
			throw new HttpError(500, `Credential ${id} is not OAuth (provider=${row.provider}, type=${row.type})`);
		}
		if (row.disabledCause !== undefined) throw ended(row);
		const isLatest = unlessNewerThan === undefined || tokenDigest(row.tokens.access) === unlessNewerThan;
		if (isLatest) {
			const outcome = await this.#refresher.refresh(row);
			if (outcome.kind === "ended") throw ended(this.#row(id));
			if (outcome.kind === "failed") throw new HttpError(502, `The login could not be refreshed: ${outcome.reason}`);
		}
		this.lookOrRefuse();
		const entry = this.#entries.find((candidate) => candidate.id === id);
		if (!entry) throw ended(this.#row(id));
		return entry;
	}

	/** For the answers about usage: a token that is valid now. */
	async validLogin(row: StoredCredential): Promise<StoredCredential> {
		if (row.type !== "oauth" || row.tokens.expires - this.#options.now() > 30_000) return row;
		await this.refresh(row.id, undefined);
		return this.#row(row.id);
	}

	/** Looks for changes at once; 503 when the database is gone. */
	lookOrRefuse(): void {
		this.#refuseWithoutDatabase();
		try {
			this.#readChanges();
		} catch (error) {
			throw unavailable(error);
		}
	}

	#clock() {
		const serverNowMs = this.#options.now();
		const { intervalMs, nextSweepAt } = this.#refresher.schedule;
		const nextSweepInMs = Math.max(0, nextSweepAt - serverNowMs);
		return { serverNowMs, refresher: { enabled: true, intervalMs, skewMs: refreshSkewMs, nextSweepInMs } };
	}

	#row(id: number): StoredCredential {
		const row = this.#options.store.find(id);
		if (!row) throw new HttpError(404, `No credential with id=${id}`);
		return row;
	}

	#write(change: (store: CredentialStore) => void): void {
		this.#refuseWithoutDatabase();
		try {
			change(this.#options.store);
			this.#readChanges();
		} catch (error) {
			throw error instanceof HttpError ? error : unavailable(error);
		}
	}

	#look(): void {
		try {
			this.#readChanges();
			if (this.#isInTrouble) this.#options.log("recovered", {});
			this.#isInTrouble = false;
		} catch (error) {
			if (!this.#isInTrouble) this.#options.log("problem", { error: nameOf(error) });
			this.#isInTrouble = true;
		}
	}

	#readChanges(): void {
		const { store } = this.#options;
		const generation = store.revision();
		if (generation === this.#generation) return;
		const before = new Map(this.#entries.map((entry) => [entry.id, entry]));
		const entries = sharedEntries(store);
		const changes: BrokerChange[] = [];
		for (const entry of entries) {
			const known = before.get(entry.id);
			before.delete(entry.id);
			if (!known || !isSameEntry(known, entry)) changes.push({ kind: "entry", entry });
		}
		for (const id of before.keys()) {
			changes.push({ kind: "removed", id, cause: store.find(id)?.disabledCause ?? "logged out" });
		}
		this.#entries = entries;
		this.#generation = generation;
		for (const listener of [...this.#listeners]) listener(changes, generation);
	}

	/** SQLite goes on writing to a file that was removed, and what it writes is lost with the process. */
	#refuseWithoutDatabase(): void {
		if (this.#identifyFile() === this.#databaseFile) return;
		throw new HttpError(503, `${this.#path} was removed or replaced while the broker ran; restart the broker`);
	}

	get #path(): string {
		return join(this.#options.agentDir, agentDatabaseName);
	}

	#identifyFile(): string | undefined {
		try {
			const { dev, ino } = statSync(this.#path);
			return `${dev}:${ino}`;
		} catch {
			// Gone, or the disk is.
			return undefined;
		}
	}

	[Symbol.dispose](): void {
		clearInterval(this.#poll);
		this.#refresher[Symbol.dispose]();
	}
}

function ended(row: StoredCredential): HttpError {
	return new HttpError(
		410,
		`The login of ${describeAccount(row)} (${row.provider}) has ended: ${row.disabledCause ?? "no reason text"}`,
	);
}

function unavailable(error: unknown): HttpError {
	return new HttpError(503, `The broker's database cannot be used: ${nameOf(error)}`, {}, { cause: error });
}

function nameOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
