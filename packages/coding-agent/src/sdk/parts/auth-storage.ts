import type { ProgramKeys } from "@oh-my-pi/pi-ai/auth/credentials";
import { logIn, openForLogin, storeLogin } from "@oh-my-pi/pi-ai/auth/log-in";
import { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import type { StoredCredential } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { type UsageOutcome, usageReports } from "@oh-my-pi/pi-ai/auth/usage/usage-reports";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { brokerOpener } from "../../accounts/open-broker.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";

/** How the user is asked during a login. */
export type LoginQuestions = Pick<LoginPorts, "show" | "ask"> & Partial<Pick<LoginPorts, "openBrowser" | "signal">>;

/** Stored keys and logins, and keys that a program gives for as long as it runs. */
export class AuthStorage implements Disposable {
	readonly agentDir: string;
	readonly store: LazyStore;
	readonly #runtime = new Map<string, string>();
	readonly #config = new Map<string, string>();
	/** The keys of the program. */
	readonly keys: ProgramKeys = { runtime: this.#runtime, config: this.#config };
	#registry: ModelRegistry | undefined;

	private constructor(agentDir: string, store: LazyStore) {
		this.agentDir = agentDir;
		this.store = store;
	}

	static async create(agentDir?: string): Promise<AuthStorage> {
		const host = processHost();
		const folder = agentDir ?? resolveDirectories(host).agent;
		const settings = () => loadSettings({ host, agentDir: folder, cwd: host.cwd, overlays: [] });
		const store = new LazyStore(folder, host.now, brokerOpener(host, settings));
		const storage = new AuthStorage(folder, store);
		storage.#registry = await storage.loadRegistry();
		return storage;
	}

	/** All models, with these credentials. */
	loadRegistry({
		cwd,
		env,
	}: {
		readonly cwd?: string | undefined;
		readonly env?: Host["env"];
	} = {}): Promise<ModelRegistry> {
		const host = processHost();
		return ModelRegistry.load({
			host: { ...host, cwd: cwd ?? host.cwd, env: env ?? host.env },
			agentDir: this.agentDir,
			providers: builtInProviders,
			store: this.store,
			keys: this.keys,
		});
	}

	/** Replaces the provider's stored key. */
	async setKey(provider: string, key: string): Promise<void> {
		(await this.store.openAccounts()).saveKey(provider, key);
	}

	/** Before all other keys of the provider; not stored. */
	setRuntimeApiKey(provider: string, key: string): void {
		this.#runtime.set(provider, key);
	}

	removeRuntimeApiKey(provider: string): void {
		this.#runtime.delete(provider);
	}

	/** In place of the `apiKey` in `models.yml`: a key, the name of a variable, or `!` and a command; not stored. */
	setConfigApiKey(provider: string, key: string): void {
		this.#config.set(provider, key);
	}

	removeConfigApiKey(provider: string): void {
		this.#config.delete(provider);
	}

	clearConfigApiKeys(): void {
		this.#config.clear();
	}

	/** The key that a request would use; tokens of a login are refreshed. */
	async getApiKey(provider: string): Promise<string | undefined> {
		return (await this.#credentials.findCredential(provider))?.key || undefined;
	}

	/** Whether there is a key or login of any kind, without running commands or refreshing it. */
	hasAuth(provider: string): boolean {
		return this.#credentials.credentials.describeSource(provider) !== undefined;
	}

	list(provider?: string): StoredCredential[] {
		return this.store.accounts?.list(provider) ?? [];
	}

	/** Logs in as `omp login` does, and stores the result. */
	async login(provider: string, questions: LoginQuestions): Promise<void> {
		const found = this.#credentials.findProvider(provider);
		if (!found) throw new Error(`Unknown provider: ${provider}`);
		const { env, now } = processHost();
		const clients = this.#credentials.oauthClients;
		const store = await openForLogin(found, this.store);
		const result = await logIn(found, { openBrowser: () => {}, ...questions, env, now, fetch, clients });
		storeLogin(found, result, store);
	}

	/** Removes all keys and logins of a provider. */
	remove(provider: string): void {
		for (const { id } of this.list(provider)) this.store.accounts?.remove(id);
	}

	/** The same as `remove`. */
	logout(provider: string): void {
		this.remove(provider);
	}

	/** A disabled credential is kept and no longer used; logging in again enables it. False if there is none. */
	disableCredentialById(id: number, cause = "disabled by the program"): boolean {
		const isThere = this.store.accounts?.find(id) !== undefined;
		if (isThere) this.store.accounts?.disable(id, cause);
		return isThere;
	}

	/** What the plans of stored accounts have left, as `omp usage` shows it. */
	fetchUsageReports(
		options: { readonly provider?: string; readonly signal?: AbortSignal } = {},
	): Promise<UsageOutcome[]> {
		return usageReports(this.#credentials, processHost(), options);
	}

	[Symbol.dispose](): void {
		this.store[Symbol.dispose]();
	}

	get #credentials(): ModelRegistry {
		if (!this.#registry) throw new Error("Open the storage with AuthStorage.create()");
		return this.#registry;
	}
}

/** Opens the storage of the user's agent folder. */
export function discoverAuthStorage(agentDir?: string): Promise<AuthStorage> {
	return AuthStorage.create(agentDir);
}
