import type { RegistryPreferences } from "@oh-my-pi/pi-ai/models/registry/registry";
import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { modelChoiceSettings, providerSettings } from "../settings/sections/model/providers.ts";
import type { Settings } from "../settings/settings.ts";

/** Provider settings for this folder. */
export function registryPreferences(settings: Settings, host: Pick<Host, "cwd" | "home">): RegistryPreferences {
	return {
		disabledProviders: scopedValues(settings.get(modelChoiceSettings.disabledProviders), host, "providers"),
		enabledModels: enabledModels(settings, host),
		providerOrder: scopedValues(settings.get(modelChoiceSettings.modelProviderOrder), host, "providers"),
		formats: { "kimi-code": settings.get(providerSettings.kimiApiFormat) },
	};
}

/** The models to choose from and cycle through; empty means all. */
export function enabledModels(settings: Settings, host: Pick<Host, "cwd" | "home">): string[] {
	return scopedValues(settings.get(modelChoiceSettings.enabledModels), host, "models");
}
