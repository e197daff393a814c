import type { OAuthTokens } from "../../model/credential.ts";

interface StoredRow {
	readonly id: number;
	readonly provider: string;
	readonly identityKey?: string;
	/** Why it is kept but not used. */
	readonly disabledCause?: string;
	readonly updatedAtMs: number;
}

export interface StoredKey extends StoredRow {
	readonly type: "api_key";
	readonly key: string;
	/** It came from the provider's login, not from somebody's file or variables. */
	readonly source?: "login" | undefined;
}

export interface StoredLogin extends StoredRow {
	readonly type: "oauth";
	readonly tokens: OAuthTokens;
}

export type StoredCredential = StoredKey | StoredLogin;

/** A displayable name of the account. */
export function describeAccount(credential: StoredCredential): string {
	if (credential.type === "api_key") return "API key";
	const { email, accountId, orgId } = credential.tokens;
	return email ?? accountId ?? orgId ?? `account ${credential.id}`;
}

export interface CredentialRow {
	id: number;
	provider: string;
	credential_type: string;
	data: string;
	disabled_cause: string | null;
	identity_key: string | null;
	updated_at: number;
}

/** `undefined` for rows of an unknown format. */
export function readCredentialRow(row: CredentialRow): StoredCredential | undefined {
	const common = {
		id: row.id,
		provider: row.provider,
		...(row.identity_key !== null && { identityKey: row.identity_key }),
		...(row.disabled_cause !== null && { disabledCause: row.disabled_cause }),
		updatedAtMs: row.updated_at * 1000,
	};
	const data = parseData(row.data);
	if (row.credential_type === "api_key" && typeof data.key === "string") {
		return { ...common, type: "api_key", key: data.key, ...(data.source === "login" && { source: data.source }) };
	}
	if (row.credential_type === "oauth" && typeof data.access === "string" && typeof data.expires === "number") {
		return { ...common, type: "oauth", tokens: data as unknown as OAuthTokens };
	}
	return undefined;
}

function parseData(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		// A damaged row does not affect others.
		return {};
	}
}
