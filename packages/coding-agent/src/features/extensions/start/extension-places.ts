import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import type { PluginModule } from "../../../plugins/plugin-modules.ts";
import { mayHavePlugins } from "../../../plugins/state/plugin-folders.ts";
import { modelChoiceSettings } from "../../../settings/sections/model/providers.ts";
import { extensionSettings } from "../../../settings/sections/services/extensions.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { EventBus } from "../api/event-bus.ts";
import type { ExtensionAPI } from "../api/types.ts";
import type { ExtensionPlaces } from "../loading/find-extensions.ts";

export interface ExtensionFlags {
	/** Paths of `-e`. */
	readonly named: readonly string[];
	/** Folders of `--plugin-dir`. */
	readonly pluginDirs?: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers: boolean;
	/** Of a program that embeds omp; loaded after all others. */
	readonly inline?: readonly InlineFactory[];
	readonly bus?: EventBus | undefined;
}

export type InlineFactory = (pi: ExtensionAPI) => unknown;

/** The places that are looked at, for the gate and for loading. */
export async function extensionPlaces(
	{ host, agentDir, settings, gate }: Workbench,
	{ named, pluginDirs = [], discovers }: ExtensionFlags,
): Promise<ExtensionPlaces> {
	return {
		named,
		discovers,
		cwd: host.cwd,
		home: host.home,
		agentDir,
		plugins: await pluginModulesIn({ host, gate, pluginDirs, discovers }),
		configured: settings.get(extensionSettings.extensions),
		disabled: settings.get(extensionSettings.disabledExtensions),
		disabledProviders: scopedValues(settings.get(modelChoiceSettings.disabledProviders), host, "providers"),
	};
}

async function pluginModulesIn({
	host,
	gate,
	pluginDirs,
	discovers,
}: Pick<Workbench, "host" | "gate"> & Required<Pick<ExtensionFlags, "pluginDirs" | "discovers">>): Promise<
	readonly PluginModule[]
> {
	if (pluginDirs.length === 0 && !(discovers && mayHavePlugins(host))) return [];
	const { pluginModules } = await import("../../../plugins/plugin-modules.ts");
	return pluginModules({ host, gate, pluginDirs, discovers });
}
