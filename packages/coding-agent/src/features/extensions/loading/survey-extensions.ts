import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { pluginModules } from "../../../plugins/plugin-modules.ts";
import { modelChoiceSettings } from "../../../settings/sections/model/providers.ts";
import { extensionSettings } from "../../../settings/sections/services/extensions.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { checkExtensions } from "./load-extensions.ts";

/** Shows the gate the extensions of a project, without running any. */
export function surveyExtensions(project: {
	readonly host: Pick<Host, "home" | "env">;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly cwd: string;
	readonly gate: TrustGate;
}): void {
	const { host, agentDir, settings, cwd, gate } = project;
	const configured = settings.get(extensionSettings.extensions);
	const disabled = settings.get(extensionSettings.disabledExtensions);
	const plugins = pluginModules({ host: { ...host, cwd }, gate });
	const off = settings.get(modelChoiceSettings.disabledProviders);
	const disabledProviders = scopedValues(off, { cwd, home: host.home }, "providers");
	checkExtensions(
		{ cwd, home: host.home, agentDir, named: [], plugins, configured, disabled, discovers: true, disabledProviders },
		gate,
	);
}
