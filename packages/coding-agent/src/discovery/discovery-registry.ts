import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import { modelChoiceSettings } from "../settings/sections/model/providers.ts";
import { extensionSettings } from "../settings/sections/services/extensions.ts";
import type { Settings } from "../settings/settings.ts";
import type { NamedRoots } from "./contract/capability.ts";
import { CapabilityRegistry } from "./contract/capability-registry.ts";
import { discoveryProviders } from "./providers.ts";

/** All providers that the settings do not disable in this folder. */
export function discoveryRegistry(cwd: string, home: string, settings: Settings): CapabilityRegistry {
	return new CapabilityRegistry(
		discoveryProviders,
		{
			providers: () => scopedValues(settings.get(modelChoiceSettings.disabledProviders), { cwd, home }, "providers"),
			extensions: () => settings.get(extensionSettings.disabledExtensions),
		},
		() => namedRoots(settings),
	);
}

/** What the command line names comes first; with `--no-extensions` there is nothing else. */
export function namedRoots(settings: Settings): NamedRoots {
	const { extensions, pluginDirs, discovers } = settings.named;
	const level = settings.findOrigin(extensionSettings.extensions) === "project" ? "project" : "user";
	const configured = discovers ? settings.get(extensionSettings.extensions) : [];
	return {
		packages: [
			...extensions.map((path) => ({ path, level: "user" as const })),
			...configured.map((path) => ({ path, level }) as const),
		],
		pluginDirs,
		discovers,
	};
}
