import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { mayHavePlugins } from "../../../plugins/state/plugin-folders.ts";
import { resolveUserPath } from "../../../plugins/state/resolve-path.ts";
import type { Workbench } from "../../../workbench/workbench.ts";

const fileNames = ["mcp.json", ".mcp.json"];
const inProject = [
	...fileNames,
	...[".omp", ".pi", ".claude"].flatMap((folder) => fileNames.map((name) => join(folder, name))),
	...[".codex/config.toml", ".cursor/mcp.json", ".gemini/settings.json", ".vscode/mcp.json"],
	...[".windsurf/mcp_config.json", "opencode.json"],
];
const inHome = [
	...[".claude.json", ".claude/mcp.json", ".codex/config.toml", ".cursor/mcp.json", ".gemini/settings.json"],
	...[".codeium/windsurf/mcp_config.json", ".config/opencode/opencode.json"],
	...fileNames.map((name) => join(".pi", "agent", name)),
];

/** Whether there is a file that can define a server. Most have none, and then nothing is read and nothing of MCP is loaded. */
export function mayHaveServers({
	host,
	agentDir,
	settings,
}: Pick<Workbench, "host" | "agentDir" | "settings">): boolean {
	const { cwd, home, env } = host;
	const { extensions, pluginDirs } = settings.named;
	if (pluginDirs.length > 0 || mayHavePlugins(host)) return true;
	const named = extensions.flatMap((extension) => listFolders(resolveUserPath(extension, cwd, home)));
	return [
		...inProject.map((name) => join(cwd, name)),
		...inHome.map((name) => join(home, name)),
		...fileNames.map((name) => join(agentDir, name)),
		join(home, env.PI_CONFIG_DIR || ".omp", "mcp.json"),
		...named.map((folder) => join(folder, ".mcp.json")),
	].some((path) => existsSync(path));
}

/** A path and the folders above it: a file may be part of a package. */
function listFolders(path: string | undefined): string[] {
	if (path === undefined) return [];
	return path === dirname(path) ? [path] : [path, ...listFolders(dirname(path))];
}
