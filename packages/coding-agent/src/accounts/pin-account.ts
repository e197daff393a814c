import { createHash } from "node:crypto";
import { accountLabelOf, type StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";

/** The logins a provider could use, in the order in which they are stored. */
export function loginsOf(registry: ModelRegistry, provider: string): StoredLogin[] {
	const owner = registry.findProvider(provider)?.storeCredentialsAs ?? provider;
	return (registry.store.current?.list() ?? []).filter(
		(row) => row.type === "oauth" && row.provider === owner,
	) as StoredLogin[];
}

/** The session stays with this account, also when it is resumed. */
export function pinAccount(login: StoredLogin, provider: string, log: SessionLog, registry: ModelRegistry): void {
	log.append({ type: "credential_pin", provider, hash: hashOf(login) });
	registry.credentials.pinAccount(provider, log.id, login.id);
}

/** Goes back to the accounts that a session was pinned to, as far as they are still there. */
export function restorePins(log: SessionLog, registry: ModelRegistry): void {
	for (const step of log.path()) {
		const entry = step.type === "credential_pin" ? step.entry() : undefined;
		if (entry?.type !== "credential_pin") continue;
		const login = loginsOf(registry, entry.provider).find((candidate) => hashOf(candidate) === entry.hash);
		if (login) registry.credentials.pinAccount(entry.provider, log.id, login.id);
	}
}

function hashOf(login: StoredLogin): string {
	return createHash("sha256")
		.update(login.identityKey ?? accountLabelOf(login))
		.digest("hex");
}
