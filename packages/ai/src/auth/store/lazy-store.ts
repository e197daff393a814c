import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { AccountStore, RemoteAccounts } from "./account-store.ts";
import type { CredentialStore } from "./credential-store.ts";
import { hasAgentDatabase } from "./open-database.ts";

/** Opens the accounts of a broker; `undefined` without one. Throws when its configuration is wrong. */
export type OpenRemoteAccounts = () => Promise<RemoteAccounts | undefined>;

/**
 * `agent.db`, opened on demand: absent until something is stored. With a broker the accounts of model providers are there
 * instead; everything else stays in the file.
 */
export class LazyStore implements Disposable {
	readonly #agentDir: string;
	readonly #now: () => number;
	readonly #openRemote: OpenRemoteAccounts | undefined;
	#opening: Promise<CredentialStore> | undefined;
	#remote: RemoteAccounts | undefined;
	#localProblem: string | undefined;
	/** Absent if nothing was ever stored. */
	current: CredentialStore | undefined;

	constructor(agentDir: string, now: () => number, openRemote?: OpenRemoteAccounts) {
		this.#agentDir = agentDir;
		this.#now = now;
		this.#openRemote = openRemote;
	}

	/** The accounts of model providers. */
	get accounts(): AccountStore | undefined {
		return this.#remote ?? this.current;
	}

	/** Set with a broker. */
	get remote(): RemoteAccounts | undefined {
		return this.#remote;
	}

	/** Why an existing database could not be opened, or a broker not be asked; only stored credentials are unavailable then. */
	get problem(): string | undefined {
		return this.#remote ? this.#remote.problem : this.#localProblem;
	}

	async openExisting(): Promise<void> {
		await Promise.all([this.#openLocal(), this.#openBroker()]);
	}

	async #openBroker(): Promise<void> {
		if (this.#remote || !this.#openRemote) return;
		this.#remote = await this.#openRemote();
	}

	async #openLocal(): Promise<void> {
		if (!(await hasAgentDatabase(this.#agentDir))) return;
		try {
			await this.open();
		} catch (error) {
			const reason = errorMessage(error);
			this.#localProblem = `${this.#agentDir}/agent.db: ${reason}; stored credentials are not available`;
		}
	}

	/** To change accounts: creates the database if there is none. */
	async openAccounts(): Promise<AccountStore> {
		return this.#remote ?? this.open();
	}

	/** Creates the database if there is none. */
	async open(): Promise<CredentialStore> {
		this.#opening ??= this.#load();
		try {
			this.current = await this.#opening;
			return this.current;
		} catch (error) {
			this.#opening = undefined;
			throw error;
		}
	}

	async #load(): Promise<CredentialStore> {
		const { CredentialStore } = await import("./credential-store.ts");
		return CredentialStore.open(this.#agentDir, this.#now);
	}

	[Symbol.dispose](): void {
		this.#remote?.[Symbol.dispose]();
		this.#remote = undefined;
		this.current?.[Symbol.dispose]();
		this.current = undefined;
		this.#opening = undefined;
	}
}
