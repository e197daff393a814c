import type { BrokerClient } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import type { WireKey, WireLogin } from "@oh-my-pi/pi-ai/auth/broker/wire";
import { describeAccount } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import { configuredBroker, type PreparedCommand } from "./prepare.ts";

export interface TargetAccount {
	readonly id: number;
	readonly provider: string;
	readonly type: "api_key" | "oauth";
	readonly name: string;
}

/** Where a broker command stores: at the broker that is configured, else on this machine, which then is the broker's. */
export interface AccountTarget {
	/** For messages. */
	readonly place: string;
	list(): Promise<readonly TargetAccount[]>;
	save(provider: string, credential: WireKey | WireLogin): Promise<void>;
	remove(id: number): Promise<void>;
}

export async function accountTarget(prepared: PreparedCommand): Promise<AccountTarget> {
	const broker = await configuredBroker(prepared);
	return broker ? remoteTarget(broker) : localTarget(prepared);
}

function remoteTarget(broker: BrokerClient): AccountTarget {
	return {
		place: `the broker at ${broker.access.url}`,
		async list() {
			const snapshot = await broker.snapshot();
			return (snapshot?.credentials ?? []).map(({ id, provider, credential, identityKey }) => ({
				id,
				provider,
				type: credential.type,
				name: credential.type === "api_key" ? "API key" : (credential.email ?? identityKey ?? `account ${id}`),
			}));
		},
		save: (provider, credential) => broker.upload(provider, credential),
		remove: (id) => broker.disable(id, "logged out"),
	};
}

function localTarget({ local, agentDir }: PreparedCommand): AccountTarget {
	return {
		place: `${agentDir}/agent.db`,
		async list() {
			const rows = local.store.current?.list() ?? [];
			return rows
				.filter(({ provider }) => !provider.startsWith(serverLoginPrefix))
				.map((row) => ({ id: row.id, provider: row.provider, type: row.type, name: describeAccount(row) }));
		},
		async save(provider, credential) {
			const store = await local.store.open();
			if (credential.type === "api_key") store.saveKey(provider, credential.key, credential.source);
			else {
				const { type: _, ...tokens } = credential;
				store.saveLogin(provider, tokens);
			}
		},
		remove: async (id) => (await local.store.open()).remove(id),
	};
}
