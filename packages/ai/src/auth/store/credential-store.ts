import type { Database } from "bun:sqlite";
import type { OAuthTokens } from "../../credential.ts";
import { openAgentDatabase } from "./open-database.ts";
import { type CredentialRow, readCredentialRow, type StoredCredential } from "./stored-credential.ts";

/** The credentials in `agent.db`. Every change is a transaction, so that several processes can share the file. */
export class CredentialStore implements Disposable {
	readonly database: Database;
	readonly #now: () => number;

	private constructor(database: Database, now: () => number) {
		this.database = database;
		this.#now = now;
	}

	static async open(agentDir: string, now: () => number): Promise<CredentialStore> {
		return new CredentialStore(await openAgentDatabase(agentDir), now);
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
		return rows.map(readCredentialRow).filter((credential) => credential !== undefined);
	}

	find(id: number): StoredCredential | undefined {
		const row = this.database.query<CredentialRow, [number]>("SELECT * FROM auth_credentials WHERE id = ?").get(id);
		return row ? readCredentialRow(row) : undefined;
	}

	/** A provider has one key; a new one replaces it. */
	saveKey(provider: string, key: string): number {
		return this.#save(provider, "api_key", { key }, null);
	}

	/** The same account reuses its row, even a disabled one; another account gets its own. */
	saveLogin(provider: string, tokens: OAuthTokens): number {
		return this.#save(provider, "oauth", tokens, identityKeyOf(tokens));
	}

	#save(provider: string, type: string, data: object, identityKey: string | null): number {
		const seconds = this.#seconds();
		const save = this.database.transaction(() => {
			const same = this.database
				.query<{ id: number }, [string, string, string | null]>(
					`SELECT id FROM auth_credentials WHERE provider = ? AND credential_type = ? AND identity_key IS ?
					ORDER BY disabled_cause IS NOT NULL, id LIMIT 1`,
				)
				.get(provider, type, identityKey);
			if (same) {
				this.database.run("UPDATE auth_credentials SET data = ?, disabled_cause = NULL, updated_at = ? WHERE id = ?", [
					JSON.stringify(data),
					seconds,
					same.id,
				]);
				this.database.run("DELETE FROM auth_credential_blocks WHERE credential_id = ?", [same.id]);
				return same.id;
			}
			const { lastInsertRowid } = this.database.run(
				`INSERT INTO auth_credentials (provider, credential_type, data, identity_key, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`,
				[provider, type, JSON.stringify(data), identityKey, seconds, seconds],
			);
			return Number(lastInsertRowid);
		});
		return save.immediate();
	}

	/** Replaces the tokens by refreshed ones; the account stays. */
	replaceTokens(id: number, tokens: OAuthTokens): void {
		this.database.run("UPDATE auth_credentials SET data = ?, updated_at = ? WHERE id = ?", [
			JSON.stringify(tokens),
			this.#seconds(),
			id,
		]);
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
		const remove = this.database.transaction(() => {
			this.database.run("DELETE FROM auth_credentials WHERE id = ?", [id]);
			this.database.run("DELETE FROM auth_credential_blocks WHERE credential_id = ?", [id]);
			this.database.run("DELETE FROM auth_credential_refresh_leases WHERE credential_id = ?", [id]);
		});
		remove.immediate();
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

	/** True when this owner may refresh the credential now; unreleased leases expire. */
	acquireRefreshLease(id: number, owner: string, lengthMs: number): boolean {
		const now = this.#now();
		const { changes } = this.database.run(
			`INSERT INTO auth_credential_refresh_leases (credential_id, owner, expires_at_ms, updated_at) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms,
			updated_at = excluded.updated_at WHERE expires_at_ms <= ?`,
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

/** What identifies the account of a login: email and organization, or the account id. */
function identityKeyOf({ email, orgId, accountId }: OAuthTokens): string | null {
	if (email) return orgId ? `email:${email.toLowerCase()}|org:${orgId}` : `email:${email.toLowerCase()}`;
	return accountId ? `account:${accountId}` : null;
}
