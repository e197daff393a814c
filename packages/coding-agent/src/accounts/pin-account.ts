import { createHash } from "node:crypto";
import { describeAccount, type StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";

/** The logins of a provider, in stored order. */
export function listLogins(registry: ModelRegistry, provider: string): StoredLogin[] {
	const owner = registry.findProvider(provider)?.storeCredentialsAs ?? provider;
	return (registry.store.accounts?.list() ?? []).filter(
		(row) => row.type === "oauth" && row.provider === owner,
	) as StoredLogin[];
}

/** Pins the session to this account, also after a resume. */
export function pinAccount(login: StoredLogin, provider: string, log: SessionLog, registry: ModelRegistry): void {
	log.append({ type: "credential_pin", provider, hash: hashLogin(login) });
	registry.credentials.pinAccount(provider, log.id, login.id);
}

/** Restores the pinned accounts of a session that still exist. */
export function restorePins(log: SessionLog, registry: ModelRegistry): void {
	for (const step of log.path()) {
		const entry = step.type === "credential_pin" ? step.entry() : undefined;
		if (entry?.type !== "credential_pin") continue;
		const login = listLogins(registry, entry.provider).find((candidate) => hashLogin(candidate) === entry.hash);
		if (login) registry.credentials.pinAccount(entry.provider, log.id, login.id);
	}
}

function hashLogin(login: StoredLogin): string {
	return createHash("sha256")
		.update(login.identityKey ?? describeAccount(login))
		.digest("hex");
}
