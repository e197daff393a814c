import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { localShell } from "@oh-my-pi/pi-natives/shell";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { readSettings, shellSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";

/** The tools of a session, wired to this machine and the user's settings. */
export function sessionTools(host: Host, settings: Settings, childEnv: Host["env"]): AgentTool[] {
	return builtInTools({
		cwd: () => host.cwd,
		home: host.home,
		now: host.now,
		env: childEnv,
		shell: localShell({ shellPath: settings.get(shellSettings.shellPath) }),
		readDefaultLimit: settings.get(readSettings.defaultLimit),
		bashTimeoutSeconds: 300,
	});
}
