import { type LoadedHooks, loadHookModules } from "../../features/extensions/hook-library/load-hooks.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { hostPackages } from "../packages/host-packages.ts";

export {
	type HookContext,
	type HookError,
	HookRunner,
	type HookSession,
} from "../../features/extensions/hook-library/hook-runner.ts";
export { HookToolWrapper } from "../../features/extensions/hook-library/hook-tool-wrapper.ts";
export type { LoadedHooks } from "../../features/extensions/hook-library/load-hooks.ts";
export type { HookAPI, HookFactory, LoadedHook } from "../../features/extensions/hook-library/loaded-hook.ts";
export { execCommand } from "../packages/hooks.ts";

/** Loads the hooks at these paths. Naming them is trusting them. */
export function loadHooks(paths: readonly string[], cwd: string): Promise<LoadedHooks> {
	return load(paths, cwd, false);
}

/** The same, and those in the `hooks` folders of user and project; a project's only if the user trusts them. */
export function discoverAndLoadHooks(paths: readonly string[], cwd: string): Promise<LoadedHooks> {
	return load(paths, cwd, true);
}

function load(paths: readonly string[], cwd: string, discovers: boolean): Promise<LoadedHooks> {
	const host = { ...processHost(), cwd };
	const agentDir = resolveDirectories(host).agent;
	const gate = new TrustGate({ agentDir, cwd, home: host.home });
	return loadHookModules(paths, { cwd, home: host.home, agentDir, gate, packages: hostPackages }, { discovers });
}
