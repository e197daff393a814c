import type { Usage } from "../../message.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { Provider } from "../../model/provider.ts";
import type { UsageHistoryRow, UsageReport } from "./account-usage.ts";
import type { Headroom } from "./choose-account.ts";
import type { StoredCredential } from "./stored-credential.ts";

/** The keys and logins of model providers: those in `agent.db`, or those of a broker. */
export interface AccountStore {
	/** Changes with every change of what follows. */
	revision(): number;
	/** Oldest first. */
	list(provider?: string, options?: { includeDisabled?: boolean }): StoredCredential[];
	find(id: number): StoredCredential | undefined;
	saveKey(provider: string, key: string): number;
	saveLogin(provider: string, tokens: OAuthTokens): number;
	/** Kept for information, but never used again. */
	disable(id: number, cause: string): void;
	remove(id: number): void;
	/** Blocks a credential until a time, for one scope or, without one, for all. */
	block(id: number, provider: string, untilMs: number, scope?: string): void;
	/** The account answers again. */
	clearBlocks(id: number): void;
	/** The end of each active block of the provider's credentials. */
	blocks(provider: string, scope?: string): Map<number, number>;
}

/** Gives tokens that are valid, refreshed where needed. */
export interface TokenSource {
	/** `refused` is a token that the provider rejected before it expired; it counts as expired. */
	get(
		provider: Pick<Provider, "id" | "name" | "logins">,
		id: number,
		options?: { readonly refused?: string; readonly signal?: AbortSignal | undefined },
	): Promise<OAuthTokens>;
}

/** The accounts of a broker: read here, changed and refreshed there. */
export interface RemoteAccounts extends AccountStore, Disposable {
	readonly url: string;
	readonly tokens: TokenSource;
	/** Why there are no accounts, or only old ones. */
	readonly problem: string | undefined;
	/** Keeps the accounts up to date until it is disposed. */
	follow(): void;
	/** Told when an account is no longer there; gives the function that ends that. */
	onRemoved(listener: (provider: string, cause: string) => void): () => void;
	/** What the accounts have left; `undefined` when the broker does not say. */
	usage(options?: { readonly signal?: AbortSignal | undefined }): Promise<readonly UsageReport[] | undefined>;
	/** The next `usage` asks the providers again. */
	forgetUsage(): Promise<void>;
	/** Past usage as the broker recorded it, newest first. */
	usageHistory(sinceMs: number): Promise<readonly UsageHistoryRow[]>;
	/** Counts what an answer has used, for who looks after the broker. */
	observe(provider: string, model: string, usage: Usage): void;
	/** Waits until what was counted is reported, though not for long. */
	settle(): Promise<void>;
	/** What to say to who wants to change the accounts of a provider here. */
	refusal(provider: string, command: "login" | "logout"): Error;
	/** By credential, from reports that are at hand; asks for newer ones without waiting for them. */
	headroom(ids: readonly number[]): ReadonlyMap<number, Headroom>;
}
