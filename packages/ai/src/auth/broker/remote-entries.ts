import type { StoredCredential } from "../store/stored-credential.ts";
import { type AccountPool, isInPool } from "./account-pool.ts";
import type { WireBlock, WireChange, WireEntry, WireRefresher, WireSnapshot } from "./wire.ts";

export interface RemoteEntry {
	/** With times of this machine's clock. */
	readonly credential: StoredCredential;
	readonly blocks: readonly WireBlock[];
}

/** The credentials of a broker as they are known here: only those of the account pool, and on this machine's clock. */
export class RemoteEntries {
	readonly #now: () => number;
	readonly #pool: AccountPool | undefined;
	#entries = new Map<number, RemoteEntry>();
	/** As they came, those outside of the pool, too: the cache is shared with processes that have another one. */
	#wires = new Map<number, WireEntry>();
	#clockOffsetMs = 0;
	#generation: number | undefined;
	#refresher: WireRefresher = { enabled: false, intervalMs: 0, skewMs: 0, nextSweepInMs: 0 };
	/** Counts the changes. */
	revision = 0;

	constructor(now: () => number, pool: AccountPool | undefined) {
		this.#now = now;
		this.#pool = pool;
	}

	get generation(): number | undefined {
		return this.#generation;
	}

	get all(): readonly RemoteEntry[] {
		return [...this.#entries.values()];
	}

	find(id: number): RemoteEntry | undefined {
		return this.#entries.get(id);
	}

	/** A time of this machine as the broker's. */
	toBrokerClock(ms: number): number {
		return ms - this.#clockOffsetMs;
	}

	/** Takes a change over; gives the credentials that are no longer there. */
	apply(change: WireChange): StoredCredential[] {
		this.#generation = change.generation;
		this.#refresher = change.refresher;
		this.#clockOffsetMs = this.#now() - change.serverNowMs;
		this.revision++;
		if (change.kind === "entry") {
			this.put(change.entry);
			return [];
		}
		if (change.kind === "removed") {
			const removed = this.#entries.get(change.id);
			this.remove(change.id);
			return removed ? [removed.credential] : [];
		}
		const before = this.#entries;
		this.#entries = new Map();
		this.#wires = new Map();
		for (const entry of change.credentials) this.put(entry);
		const isKept = (old: StoredCredential) => isSameAccount(old, this.#entries.get(old.id)?.credential);
		return [...before.values()].map(({ credential }) => credential).filter((old) => !isKept(old));
	}

	put(wire: WireEntry): void {
		const { id, provider, credential, identityKey } = wire;
		this.revision++;
		this.#wires.set(id, wire);
		if (!isInPool(this.#pool, { provider, type: credential.type, identityKey })) {
			this.#entries.delete(id);
			return;
		}
		const common = { id, provider, ...(identityKey !== null && { identityKey }), updatedAtMs: this.#now() };
		const blocks = (wire.blocks ?? []).map((block) => ({ ...block, untilMs: block.untilMs + this.#clockOffsetMs }));
		if (credential.type === "api_key") {
			this.#entries.set(id, { blocks, credential: { ...common, ...credential } });
			return;
		}
		const { type, refresh: _sentinel, expires, ...account } = credential;
		const tokens = { ...account, expires: expires + this.#clockOffsetMs };
		this.#entries.set(id, { blocks, credential: { ...common, type, tokens } });
	}

	remove(id: number): void {
		this.#wires.delete(id);
		if (this.#entries.delete(id)) this.revision++;
	}

	/** A block that was made here; the broker's own copy follows. */
	block(id: number, block: WireBlock): void {
		const entry = this.#entries.get(id);
		if (!entry) return;
		this.#entries.set(id, { ...entry, blocks: [...entry.blocks, block] });
		this.revision++;
	}

	clearBlocks(id: number): void {
		const entry = this.#entries.get(id);
		if (!entry) return;
		this.#entries.set(id, { ...entry, blocks: [] });
		this.revision++;
	}

	/** What the cache keeps. */
	toSnapshot(): WireSnapshot {
		const serverNowMs = this.toBrokerClock(this.#now());
		return {
			generation: this.#generation ?? 0,
			generatedAt: serverNowMs,
			serverNowMs,
			refresher: this.#refresher,
			credentials: [...this.#wires.values()],
		};
	}
}

/** Another database may use the id for another account. */
function isSameAccount(a: StoredCredential, b: StoredCredential | undefined): boolean {
	return b !== undefined && a.provider === b.provider && a.type === b.type && a.identityKey === b.identityKey;
}
