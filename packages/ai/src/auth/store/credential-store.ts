import type { Database } from "bun:sqlite";
import type { OAuthTokens } from "../../model/credential.ts";
import type { AccountStore } from "./account-store.ts";
import { openAgentDatabase } from "./open-database.ts";
import { type CredentialStorage, SealedData } from "./sealed-data.ts";
import { type CredentialRow, readCredentialRow, type StoredCredential } from "./stored-credential.ts";

/** The credentials in `agent.db`. Every change is a transaction, so that several processes can share the file. */
export class CredentialStore implements AccountStore, Disposable {
	readonly database: Database;
	readonly #now: () => number;
	readonly #sealed: SealedData;

	private constructor(database: Database, now: () => number, sealed: SealedData) {
		this.database = database;
		this.#now = now;
		this.#sealed = sealed;
	}

	static async open(agentDir: string, now: () => number, sealed = new SealedData()): Promise<CredentialStore> {
		return new CredentialStore(await openAgentDatabase(agentDir), now, sealed);
	}

	/** Where new secrets go. The file itself says so, since every process that shares it has to agree. */
	get storage(): CredentialStorage {
		const row = this.database
			.query<{ value: string }, [string]>("SELECT value FROM settings WHERE key = ?")
			.get(storageKey);
		return row?.value === "keyring" ? "keyring" : "file";
	}

	/** Moves all secrets to the keyring or back into the file. A failure leaves each of them where it was. */
	moveTo(storage: CredentialStorage): number {
		const rows = this.database.query<CredentialRow, []>("SELECT * FROM auth_credentials").all();
		const moves = rows.map((row) => {
			const data = this.#sealed.open(row.data);
			if (data === "") throw new Error(`The keyring has no entry for ${row.provider}; log in again or log out first`);
			return { id: row.id, before: row.data, after: this.#sealed.seal(data, storage) };
		});
		const move = this.database.transaction(() => {
			for (const { id, after } of moves)
				this.database.run("UPDATE auth_credentials SET data = ? WHERE id = ?", [after, id]);
			this.database.run("INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, ?)", [
				storageKey,
				storage,
				this.#seconds(),
			]);
		});
		move.immediate();
		for (const { before, after } of moves) if (before !== after) this.#sealed.forget(before);
		this.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
		return moves.length;
	}

	/** Increases with every change by any process. */
	revision(): number {
		const row = this.database.query<{ revision: number }, []>("SELECT revision FROM auth_revision").get();
		return row?.revision ?? 0;
	}

	/** Oldest first. */
	list(provider?: string, options: { includeDisabled?: boolean } = {}): StoredCredential[] {
		const rows = this.database
			.query<CredentialRow, [string | null, number]>(
				`SELECT * FROM auth_credentials WHERE (?1 IS NULL OR provider = ?1) AND (?2 OR disabled_cause IS NULL)
				ORDER BY id`,
			)
			.all(provider ?? null, Number(options.includeDisabled ?? false));
		return rows.map((row) => this.#read(row)).filter((credential) => credential !== undefined);
	}

	find(id: number): StoredCredential | undefined {
		const row = this.database.query<CredentialRow, [number]>("SELECT * FROM auth_credentials WHERE id = ?").get(id);
		return row ? this.#read(row) : undefined;
	}

	#read(row: CredentialRow): StoredCredential | undefined {
		return readCredentialRow({ ...row, data: this.#sealed.open(row.data) });
	}

	#storedData(id: number): string {
		return (
			this.database.query<{ data: string }, [number]>("SELECT data FROM auth_credentials WHERE id = ?").get(id)?.data ??
			""
		);
	}

	/** A provider has one key; a new one replaces it. */
	saveKey(provider: string, key: string, source?: "login"): number {
		return this.#save(provider, "api_key", { key, ...(source && { source }) }, null);
	}

	/** The same account reuses its row, even a disabled one; another account gets its own. */
	saveLogin(provider: string, tokens: OAuthTokens): number {
		return this.#save(provider, "oauth", tokens, buildIdentityKey(tokens));
	}

	#save(provider: string, type: string, data: object, identityKey: string | null): number {
		const seconds = this.#seconds();
		const sealed = this.#sealed.seal(JSON.stringify(data), this.storage);
		let replaced = "";
		const save = this.database.transaction(() => {
			const same = this.database
				.query<{ id: number }, [string, string, string | null]>(
					`SELECT id FROM auth_credentials WHERE provider = ? AND credential_type = ? AND identity_key IS ?
					ORDER BY disabled_cause IS NOT NULL, id LIMIT 1`,
				)
				.get(provider, type, identityKey);
			if (same) {
				replaced = this.#storedData(same.id);
				this.database.run("UPDATE auth_credentials SET data = ?, disabled_cause = NULL, updated_at = ? WHERE id = ?", [
					sealed,
					seconds,
					same.id,
				]);
				this.database.run("DELETE FROM auth_credential_blocks WHERE credential_id = ?", [same.id]);
				return same.id;
			}
			const { lastInsertRowid } = this.database.run(
				`INSERT INTO auth_credentials (provider, credential_type, data, identity_key, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`,
				[provider, type, sealed, identityKey, seconds, seconds],
			);
			return Number(lastInsertRowid);
		});
		const id = save.immediate();
		this.#sealed.forget(replaced);
		return id;
	}

	/** Replaces the tokens by refreshed ones; the account stays. */
	replaceTokens(id: number, tokens: OAuthTokens): void {
		const replaced = this.#storedData(id);
		const sealed = this.#sealed.seal(JSON.stringify(tokens), this.storage);
		this.database.run("UPDATE auth_credentials SET data = ?, updated_at = ? WHERE id = ?", [
			sealed,
			this.#seconds(),
			id,
		]);
		this.#sealed.forget(replaced);
	}

	/** Kept for information, but never used again. */
	disable(id: number, cause: string): void {
		this.database.run("UPDATE auth_credentials SET disabled_cause = ?, updated_at = ? WHERE id = ?", [
			cause,
			this.#seconds(),
			id,
		]);
	}

	remove(id: number): void {
		const removed = this.#storedData(id);
		const remove = this.database.transaction(() => {
			this.database.run("DELETE FROM auth_credentials WHERE id = ?", [id]);
			this.database.run("DELETE FROM auth_credential_blocks WHERE credential_id = ?", [id]);
			this.database.run("DELETE FROM auth_credential_refresh_leases WHERE credential_id = ?", [id]);
		});
		remove.immediate();
		this.#sealed.forget(removed);
		// Removes it from the write-ahead log, too; a concurrent reader delays that until it closes.
		this.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
	}

	/** Blocks a credential until a time, for one scope or, without one, for all. */
	block(id: number, provider: string, untilMs: number, scope = ""): void {
		this.database.run(
			`INSERT INTO auth_credential_blocks (credential_id, provider_key, block_scope, blocked_until_ms, updated_at)
			VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET blocked_until_ms = max(blocked_until_ms, excluded.blocked_until_ms),
			updated_at = excluded.updated_at`,
			[id, provider, scope, Math.round(untilMs), this.#seconds()],
		);
	}

	/** The end of each active block of the provider's credentials. */
	blocks(provider: string, scope = ""): Map<number, number> {
		const rows = this.database
			.query<{ credential_id: number; until: number }, [string, string, number]>(
				`SELECT credential_id, max(blocked_until_ms) AS until FROM auth_credential_blocks
				WHERE provider_key = ? AND block_scope IN ('', ?) AND blocked_until_ms > ? GROUP BY credential_id`,
			)
			.all(provider, scope, this.#now());
		return new Map(rows.map((row) => [row.credential_id, row.until]));
	}

	/** All blocks that have not ended, by credential. */
	allBlocks(): Map<number, ReadonlyArray<{ provider: string; scope: string; untilMs: number }>> {
		const rows = this.database
			.query<{ id: number; provider: string; scope: string; untilMs: number }, [number]>(
				`SELECT credential_id AS id, provider_key AS provider, block_scope AS scope, blocked_until_ms AS untilMs
				FROM auth_credential_blocks WHERE blocked_until_ms > ? ORDER BY credential_id, provider_key, block_scope`,
			)
			.all(this.#now());
		const byId = Map.groupBy(rows, ({ id }) => id);
		return new Map([...byId].map(([id, blocks]) => [id, blocks.map(({ id: _, ...block }) => block)]));
	}

	clearBlocks(id: number): void {
		this.database.run("DELETE FROM auth_credential_blocks WHERE credential_id = ?", [id]);
	}

	/** True when this owner may refresh the credential now, or still; unreleased leases expire. */
	acquireRefreshLease(id: number, owner: string, lengthMs: number): boolean {
		const now = this.#now();
		const { changes } = this.database.run(
			`INSERT INTO auth_credential_refresh_leases (credential_id, owner, expires_at_ms, updated_at) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms,
			updated_at = excluded.updated_at WHERE owner = excluded.owner OR expires_at_ms <= ?`,
			[id, owner, Math.round(now + lengthMs), this.#seconds(), now],
		);
		return changes > 0;
	}

	releaseRefreshLease(id: number, owner: string): void {
		this.database.run("DELETE FROM auth_credential_refresh_leases WHERE credential_id = ? AND owner = ?", [id, owner]);
	}

	#seconds(): number {
		return Math.floor(this.#now() / 1000);
	}

	[Symbol.dispose](): void {
		this.database.close();
	}
}

const storageKey = "auth.storage";

/** What identifies the account of a login: email and organization, or the account id. */
function buildIdentityKey({ email, orgId, accountId }: OAuthTokens): string | null {
	if (email) return orgId ? `email:${email.toLowerCase()}|org:${orgId}` : `email:${email.toLowerCase()}`;
	return accountId ? `account:${accountId}` : null;
}
