/** Keys of services that tools call by themselves. Commands never see them. */
export interface KeyService {
	/** A variable of omp's own environment, keys included. */
	readonly variable: (name: string) => string | undefined;
	/** The provider of the session's model. */
	readonly sessionProvider: () => string | undefined;
	/** Whether the user has set a budget. What tools spend by themselves is not counted, so it must not be spent then. */
	readonly isCapped?: () => boolean;
	/** Whether there is a credential of a model provider, without a request or a command. */
	readonly has: (providerId: string) => boolean;
	/** That credential, refreshed where necessary. */
	readonly find: (providerId: string, signal: AbortSignal) => Promise<ProviderKey | undefined>;
}

export interface ProviderKey {
	readonly key: string;
	/** From an account instead of a key. */
	readonly isLogin: boolean;
	/** Where the provider's requests go, if known. */
	readonly baseUrl?: string;
	readonly accountId?: string;
	readonly projectId?: string;
}
