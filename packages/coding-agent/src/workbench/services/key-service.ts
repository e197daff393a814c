import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { KeyService } from "@oh-my-pi/pi-tools/services/key-service";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The keys and logins of the user, for tools that call services by themselves. */
export function keyService({
	host,
	registry,
	currentProvider,
	otherKey,
	isCapped,
}: {
	readonly host: Host;
	readonly registry: ModelRegistry;
	readonly currentProvider: () => string | undefined;
	/** A key from elsewhere, by the name of its variable. */
	readonly otherKey: (variable: string) => string | undefined;
	readonly isCapped: () => boolean;
}): KeyService {
	return {
		sessionProvider: currentProvider,
		isCapped,
		variable: (name) => host.env[name] || otherKey(name),
		has: (providerId) =>
			!registry.isDisabled(providerId) && registry.credentials.describeSource(providerId) !== undefined,
		async find(providerId, signal) {
			if (registry.isDisabled(providerId)) return undefined;
			const credential = await registry.findCredential(providerId, { signal });
			if (!credential) return undefined;
			const { apiKey } = await registry.credentials.toSend(providerId, credential, signal);
			const [model] = await registry.modelsOf(providerId);
			const baseUrl = model?.baseUrl ?? registry.findProvider(providerId)?.baseUrl;
			const { accountId, projectId } = credential.tokens ?? {};
			return {
				key: apiKey,
				isLogin: credential.tokens !== undefined,
				...(baseUrl && { baseUrl }),
				...(accountId && { accountId }),
				...(projectId && { projectId }),
			};
		},
	};
}
