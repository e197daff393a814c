import { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import type { StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";

/** Stored keys and logins. */
export class AuthStorage implements Disposable {
	readonly agentDir: string;
	readonly store: LazyStore;

	private constructor(agentDir: string, store: LazyStore) {
		this.agentDir = agentDir;
		this.store = store;
	}

	static async create(agentDir?: string): Promise<AuthStorage> {
		const host = processHost();
		const folder = agentDir ?? resolveDirectories(host).agent;
		const store = new LazyStore(folder, host.now);
		await store.openExisting();
		return new AuthStorage(folder, store);
	}

	/** Replaces the provider's stored key. */
	async setKey(provider: string, key: string): Promise<void> {
		(await this.store.open()).saveKey(provider, key);
	}

	list(provider?: string): StoredCredential[] {
		return this.store.current?.list(provider) ?? [];
	}

	/** Removes all keys and logins of a provider. */
	remove(provider: string): void {
		for (const { id } of this.list(provider)) this.store.current?.remove(id);
	}

	[Symbol.dispose](): void {
		this.store[Symbol.dispose]();
	}
}

/** Opens the storage of the user's agent folder. */
export function discoverAuthStorage(agentDir?: string): Promise<AuthStorage> {
	return AuthStorage.create(agentDir);
}
