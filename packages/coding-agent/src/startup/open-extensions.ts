import type { Extensions } from "../extensions/extensions.ts";
import { mayHaveExtensions } from "../extensions/has-extensions.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** Loads the extensions, before a model is chosen, as they may bring models. `undefined` where there are none. */
export async function openExtensions(
	workbench: Workbench,
	options: Pick<LaunchOptions, "extensions" | "noExtensions"> & Partial<Pick<LaunchOptions, "pluginDirs">>,
	notices: string[],
): Promise<Extensions | undefined> {
	const { host, agentDir, settings } = workbench;
	const { pluginDirs = [] } = options;
	const discovers = !options.noExtensions;
	const isWanted =
		options.extensions.length + pluginDirs.length > 0 || mayHaveExtensions({ host, agentDir, settings, discovers });
	if (!isWanted) return undefined;
	const { describeError, Extensions } = await import("../extensions/extensions.ts");
	const extensions = new Extensions(workbench, { named: options.extensions, pluginDirs, discovers });
	workbench.guests = extensions;
	notices.push(...(await extensions.load()).map(describeError));
	return extensions;
}
