import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../app/directories.ts";
import { sessionLinks } from "../../app/session-links.ts";
import { sessionTools } from "../../app/tools.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { commandRegistry } from "../command-registry.ts";
import { parseArgs } from "../parse-args.ts";

/** The tools a session here would have. */
export async function completeTools(given: Host): Promise<readonly string[]> {
	const { registry, host } = await commandRegistry(given, parseArgs([], []));
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const folder = { path: host.cwd };
	const sources = { host, settings, registry, folder, options: { noTools: false }, links: sessionLinks(host) };
	return sessionTools(sources)(undefined).map(({ name, label }) => `${name}\t${label}`);
}
