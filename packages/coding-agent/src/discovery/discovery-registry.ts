import { scopedValues } from "@oh-my-pi/pi-ai/models/path-scoped";
import { extensionSettings } from "../settings/sections/extensions.ts";
import { modelChoiceSettings } from "../settings/sections/providers.ts";
import type { Settings } from "../settings/settings.ts";
import { CapabilityRegistry } from "./capability-registry.ts";
import { discoveryProviders } from "./providers.ts";

/** All providers that the settings do not disable in this folder. */
export function discoveryRegistry(cwd: string, home: string, settings: Settings): CapabilityRegistry {
	return new CapabilityRegistry(discoveryProviders, {
		providers: () => scopedValues(settings.get(modelChoiceSettings.disabledProviders), { cwd, home }, "providers"),
		extensions: () => settings.get(extensionSettings.disabledExtensions),
	});
}
