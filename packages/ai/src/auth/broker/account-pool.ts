import { readFile } from "node:fs/promises";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** Which logins of a broker are used here, by provider; a provider that is not named has all of them. */
export type AccountPool = ReadonlyMap<string, ReadonlySet<string>>;

export interface PooledAccount {
	readonly provider: string;
	readonly type: "api_key" | "oauth";
	readonly identityKey?: string | null | undefined;
}

/** Keys are never left out: a pool chooses among logins. */
export function isInPool(pool: AccountPool | undefined, { provider, type, identityKey }: PooledAccount): boolean {
	const allowed = pool?.get(provider);
	return !allowed || type === "api_key" || (typeof identityKey === "string" && allowed.has(identityKey));
}

/** Throws with the file's name: a pool that is ignored would use accounts that were left out on purpose. */
export async function loadAccountPool(path: string): Promise<AccountPool> {
	let value: unknown;
	try {
		value = JSON.parse(await readFile(path, "utf8"));
	} catch (error) {
		throw new Error(`The account pool ${path} cannot be read: ${errorMessage(error)}`);
	}
	if (!isRecord(value)) throw malformed(path, "the file");
	const pool = new Map<string, ReadonlySet<string>>();
	for (const [provider, keys] of Object.entries(value)) {
		if (!Array.isArray(keys) || !keys.every((key) => typeof key === "string")) throw malformed(path, provider);
		pool.set(provider, new Set(keys));
	}
	return pool;
}

function malformed(path: string, where: string): Error {
	return new Error(
		`The account pool ${path} is malformed at ${where}: expected {"provider": ["identity key", …]}, as listed by GET /v1/snapshot`,
	);
}
