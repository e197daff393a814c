import { describeAccount, type StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { CliError } from "../../../process/usage-error.ts";

/** The provider of a name; throws with suggestions. */
export function providerNamed(word: string | undefined, registry: ModelRegistry, command: string): string {
	if (word === undefined) throw new CliError(`Which provider? omp ${command} <provider>`);
	const ids = registry.providerIds();
	const found = ids.find((id) => id.toLowerCase() === word.toLowerCase());
	if (found !== undefined) return found;
	const close = ids.filter((id) => id.includes(word.toLowerCase()));
	const hint = close.length > 0 ? ` Did you mean ${close.join(", ")}?` : ` Known: ${ids.join(", ")}`;
	throw new CliError(`Unknown provider "${word}".${hint}`);
}

/** The stored keys and logins of a provider, in the order of `-a N`. */
export function storedAccounts(registry: ModelRegistry, provider: string): readonly StoredCredential[] {
	const owner = registry.findProvider(provider)?.storeCredentialsAs ?? provider;
	return registry.store.accounts?.list(owner, { includeDisabled: true }) ?? [];
}

export function accountLine(account: StoredCredential, index: number, now: number): string {
	const kind = account.type === "api_key" ? "stored key" : `login, ${validity(account.tokens.expires, now)}`;
	const disabled = account.disabledCause === undefined ? "" : `, not in use: ${account.disabledCause}`;
	return `${index + 1}  ${describeAccount(account)}  (${kind}${disabled})`;
}

function validity(expires: number, now: number): string {
	const minutes = Math.round((expires - now) / 60_000);
	if (minutes <= 0) return "expired, will be refreshed";
	if (minutes < 120) return `valid for ${minutes} min`;
	return minutes < 60 * 48 ? `valid for ${Math.round(minutes / 60)} h` : `valid for ${Math.round(minutes / 1440)} days`;
}

/** The account of `-a N`. */
export function accountNumbered(accounts: readonly StoredCredential[], text: string): StoredCredential {
	const account = accounts[Number(text) - 1];
	if (!account)
		throw new CliError(`There is no account ${text}; there are ${accounts.length}. See: omp token <provider> -l`);
	return account;
}
