import { type LoadedCustomTools, loadCustomTools } from "../../features/extensions/modules/load-custom-tools.ts";
import type { StagedAction } from "../../features/extensions/modules/module-api.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { hostPackages } from "../packages/host-packages.ts";

export type { LoadedCustomTool, LoadedCustomTools } from "../../features/extensions/modules/load-custom-tools.ts";
export type { CustomTool, CustomToolAPI } from "../../features/extensions/modules/module-api.ts";

/** Custom tools in the `tools` folders of user and project, a project's only if the user trusts them, and at these paths. */
export function discoverAndLoadCustomTools(
	configuredPaths: readonly string[],
	cwd: string,
	builtInNames: readonly string[],
	options: { readonly pushPendingAction?: (action: StagedAction) => void } = {},
): Promise<LoadedCustomTools> {
	const host = { ...processHost(), cwd };
	const agentDir = resolveDirectories(host).agent;
	const gate = new TrustGate({ agentDir, cwd, home: host.home });
	const place = { cwd, home: host.home, agentDir, gate, packages: hostPackages, ...options };
	return loadCustomTools(configuredPaths, builtInNames, place);
}
