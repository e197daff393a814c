import { localShell, type Shell } from "@oh-my-pi/pi-natives/shell";
import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/session-shell";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { shellSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";

/** What runs the user's own commands, each in a shell of its own. */
export function commandShell(settings: Settings): Shell {
	return localShell({ shellPath: settings.get(shellSettings.shellPath) ?? "bash" });
}

/** What runs the model's commands: one shell that keeps exports and functions until the session ends. */
export function keptShell(host: Host, settings: Settings): PersistentShell {
	const shellPath = settings.get(shellSettings.shellPath);
	return sessionShell({ home: host.home, env: host.env, newId: host.newId, ...(shellPath && { shellPath }) });
}
