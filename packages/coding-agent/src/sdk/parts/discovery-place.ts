import { loadContext } from "../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../discovery/discovery-registry.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";
import { Settings } from "./settings.ts";

/** What looking for files in a folder takes; by default in that of the process, and in the user's agent folder. */
export async function resolvePlace(wantedCwd: string | undefined, wantedAgentDir: string | undefined) {
	const world = processHost();
	const cwd = wantedCwd ?? world.cwd;
	const host = { ...world, cwd };
	const agentDir = wantedAgentDir ?? resolveDirectories(host).agent;
	const settings = await Settings.init({ cwd, agentDir });
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir });
	return { cwd, host, agentDir, settings, context, registry: discoveryRegistry(cwd, host.home, settings) };
}
