import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { registryPreferences } from "../../../models/registry-preferences.ts";
import { loadRegistry } from "../../../models/starting-model.ts";
import { CliError } from "../../../process/usage-error.ts";
import type { Settings } from "../../../settings/settings.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";

export interface GatewayRegistry {
	readonly host: Host;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly brokerUrl: string;
}

/** The models with the credentials of the broker, which there has to be. */
export async function openGatewayRegistry(baseHost: Host): Promise<GatewayRegistry> {
	const { host, agentDir, settings } = await prepareStart(baseHost, { configFiles: [], allowHome: true, noPty: false });
	const registry = await loadRegistry(host, agentDir, settings);
	const brokerUrl = registry.store.remote?.url;
	if (brokerUrl === undefined) {
		registry[Symbol.dispose]();
		throw new CliError(
			"The gateway takes its logins from a broker. Start one (omp auth-broker serve) and set auth.broker.url or OMP_AUTH_BROKER_URL.",
		);
	}
	registry.applyPreferences(registryPreferences(settings, host));
	return { host, settings, registry, brokerUrl };
}
