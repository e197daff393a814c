import type { ExtensionProvider } from "@oh-my-pi/pi-ai/models/provider-directory";
import type { Workbench } from "../../workbench/workbench.ts";
import type { Extension } from "../api/extension.ts";
import type { ProviderConfig } from "../api/types.ts";

/** Registers the providers of an extension; gives the function that removes them. Throws when something is missing. */
export function connectProviders({ providers }: Extension, { registry, customApis }: Workbench): () => void {
	const made = [...providers].map(([name, config]) => ({ name, config, provider: extensionProvider(name, config) }));
	for (const { name, config, provider } of made) {
		const { streamSimple, api } = config;
		if (streamSimple && api) customApis.set(api, async () => streamSimple);
		registry.registerProvider(name, provider);
	}
	return () => {
		for (const { name, config } of made) {
			registry.unregisterProvider(name);
			if (config.streamSimple && config.api) customApis.delete(config.api);
		}
	};
}

export function extensionProvider(name: string, config: ProviderConfig): ExtensionProvider {
	const { baseUrl, apiKey, api, headers, authHeader, models, oauth, streamSimple } = config;
	if (models) {
		const needs = (what: string) => new Error(`Provider ${name}: "${what}" is required when defining custom models.`);
		if (!baseUrl) throw needs("baseUrl");
		if (!api && models.some((model) => !model.api)) throw needs("api");
		if (!apiKey && !oauth && !streamSimple) throw needs("apiKey");
	}
	return {
		entry: {
			...(baseUrl && { baseUrl }),
			...(apiKey ? { apiKey } : models && { auth: "none" as const }),
			...(api && { api }),
			...(headers && { headers }),
			...(authHeader !== undefined && { authHeader }),
			...(models && { models: models as NonNullable<ExtensionProvider["entry"]["models"]> }),
		},
	};
}
