import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../app/directories.ts";
import { sessionLinks } from "../app/session-links.ts";
import { sessionTools } from "../app/tools.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { commandRegistry } from "./command-registry.ts";
import { parseArgs } from "./parse-args.ts";

/** The tools a session in this folder would have, without a session. What they started ends when this is disposed. */
export async function folderTools(given: Host): Promise<{ readonly tools: readonly AgentTool[] } & AsyncDisposable> {
	const { registry, host } = await commandRegistry(given, parseArgs([], []));
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const links = sessionLinks(host);
	const sources = { host, settings, registry, folder: { path: host.cwd }, options: { noTools: false }, links };
	return { tools: sessionTools(sources).tools(undefined), [Symbol.asyncDispose]: () => links.closing.disposeAsync() };
}
