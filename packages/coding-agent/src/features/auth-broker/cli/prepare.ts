import { BrokerClient } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveBrokerAccess } from "../../../accounts/broker-access.ts";
import type { Settings } from "../../../settings/settings.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";

export interface PreparedCommand extends Disposable {
	/** Includes the variables of `.env` files. */
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	/** With what is stored on this machine, whatever broker is configured. */
	readonly local: ModelRegistry;
}

export async function prepareCommand(baseHost: Host): Promise<PreparedCommand> {
	const options = { configFiles: [], allowHome: true, noPty: false };
	const { host, agentDir, settings } = await prepareStart(baseHost, options);
	const local = await ModelRegistry.load({ host, agentDir, providers: builtInProviders });
	return { host, agentDir, settings, local, [Symbol.dispose]: () => local[Symbol.dispose]() };
}

/** The broker that this machine uses, if there is one. */
export async function configuredBroker({
	host,
	settings,
}: Pick<PreparedCommand, "host" | "settings">): Promise<BrokerClient | undefined> {
	const access = await resolveBrokerAccess(host, settings);
	return access && new BrokerClient(access, fetch);
}
