import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers";
import { localShell, type Shell } from "@oh-my-pi/pi-natives/shell";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { UsageError } from "../cli/usage-error.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import { readSettings, shellSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";
import { childEnv } from "./child-env.ts";

/** The tools of a session, wired to this machine and the user's settings, and cut down to what the command line wants. */
export function sessionTools(
	host: Host,
	settings: Settings,
	options: Pick<LaunchOptions, "tools" | "noTools">,
	folder: WorkingFolder,
): AgentTool[] {
	if (options.noTools) return [];
	const all = builtInTools({
		cwd: () => folder.path,
		home: host.home,
		now: host.now,
		env: commandEnv(host),
		shell: commandShell(settings),
		readDefaultLimit: settings.get(readSettings.defaultLimit),
		bashTimeoutSeconds: 300,
	});
	const { tools: wanted } = options;
	if (!wanted) return all;
	const names = all.map((tool) => tool.name);
	const unknown = wanted.find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new UsageError(`Unknown tool in --tools: ${unknown}. Valid tools: ${names.join(", ")}`);
	return all.filter((tool) => wanted.includes(tool.name));
}

/** What runs commands, the model's and the user's. */
export function commandShell(settings: Settings): Shell {
	return localShell({ shellPath: settings.get(shellSettings.shellPath) ?? "bash" });
}

export function commandEnv(host: Host): Host["env"] {
	return childEnv(host.env, builtInProviders);
}
