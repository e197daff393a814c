import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Fetch } from "../../fetch.ts";
import type { Credential } from "../../model/credential.ts";
import type { RemoteAccounts } from "../store/account-store.ts";
import type { UsageReport } from "../store/account-usage.ts";
import type { CredentialStore } from "../store/credential-store.ts";
import type { StoredCredential } from "../store/stored-credential.ts";
import { usageFetchers } from "./fetchers.ts";
import { UsageCache } from "./usage-cache.ts";

export type UsageOutcome =
	| UsageReport
	| { readonly provider: string; readonly account: string; readonly failure: string };

/** The part of the model registry that is needed here. */
interface AccountSource {
	readonly store: {
		readonly current: CredentialStore | undefined;
		readonly remote?: Pick<RemoteAccounts, "usage"> | undefined;
	};
	findCredential(providerId: string, request: { onlyStored: number }): Promise<Credential | undefined>;
}

/** The usage of the stored accounts: from the cache if fresh, else requested; with a broker, what that knows. */
export async function usageReports(
	registry: AccountSource,
	host: Pick<Host, "now">,
	options: { provider?: string; fetch?: Fetch; signal?: AbortSignal | undefined; fetchers?: typeof usageFetchers } = {},
): Promise<UsageOutcome[]> {
	const { fetchers = usageFetchers, provider: wanted, signal } = options;
	const { remote, current: store } = registry.store;
	if (remote) {
		const reports = (await remote.usage({ signal })) ?? [];
		return reports.filter(({ provider }) => wanted === undefined || provider === wanted);
	}
	if (!store) return [];
	const cache = new UsageCache(store.database, host.now);
	const accounts = store
		.list(wanted)
		.filter(({ provider, type }) => provider in fetchers && (type === "oauth" || provider === "zai"));
	return Promise.all(
		accounts.map(async (account) => {
			const known = cache.read(account.id);
			if (known?.fresh) return known.report;
			try {
				const report = await ask(registry, account, host, { ...options, fetchers });
				cache.write(account.id, report);
				return report;
			} catch (error) {
				// An old report is better than none.
				if (known) {
					cache.postpone(account.id);
					return known.report;
				}
				const failure = errorMessage(error);
				return { provider: account.provider, account: accountKeyOf(account), failure };
			}
		}),
	);
}

async function ask(
	registry: AccountSource,
	account: StoredCredential,
	host: Pick<Host, "now">,
	options: { fetch?: Fetch; signal?: AbortSignal | undefined; fetchers: typeof usageFetchers },
): Promise<UsageReport> {
	const fetcher = await options.fetchers[account.provider]?.();
	const credential = await registry.findCredential(account.provider, { onlyStored: account.id });
	if (!fetcher || !credential) throw new Error("the account cannot be used");
	const limits = await fetcher(credential, {
		fetch: options.fetch ?? fetch,
		now: host.now,
		...(options.signal && { signal: options.signal }),
	});
	const email = account.type === "oauth" ? account.tokens.email : undefined;
	return {
		provider: account.provider,
		accountKey: accountKeyOf(account),
		...(email && { email }),
		limits,
		fetchedAt: host.now(),
	};
}

function accountKeyOf(account: StoredCredential): string {
	return account.identityKey ?? `${account.provider}:${account.id}`;
}
