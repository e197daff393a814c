import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers";
import { processHost } from "../process/process-host.ts";
import type { AuthStorage } from "./auth-storage.ts";

/** All built-in, configured and discovered models, with the credentials of a storage. */
export function discoverModels(
	authStorage: AuthStorage,
	options: { readonly cwd?: string } = {},
): Promise<ModelRegistry> {
	const { agentDir, store } = authStorage;
	const host = processHost();
	return ModelRegistry.load({
		host: { ...host, cwd: options.cwd ?? host.cwd },
		agentDir,
		providers: builtInProviders,
		store,
	});
}
