import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { CredentialStore } from "./credential-store.ts";
import { hasAgentDatabase } from "./open-database.ts";

/** The credential store, opened on demand: absent until something is stored. */
export class LazyStore implements Disposable {
	readonly #agentDir: string;
	readonly #now: () => number;
	#opening: Promise<CredentialStore> | undefined;
	/** Absent if nothing was ever stored. */
	current: CredentialStore | undefined;
	/** Why an existing database could not be opened; only stored credentials are unavailable then. */
	problem: string | undefined;

	constructor(agentDir: string, now: () => number) {
		this.#agentDir = agentDir;
		this.#now = now;
	}

	async openExisting(): Promise<void> {
		if (!(await hasAgentDatabase(this.#agentDir))) return;
		try {
			await this.open();
		} catch (error) {
			const reason = errorMessage(error);
			this.problem = `${this.#agentDir}/agent.db: ${reason}; stored credentials are not available`;
		}
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
		this.current?.[Symbol.dispose]();
		this.current = undefined;
		this.#opening = undefined;
	}
}
