import { localShell, type Shell } from "@oh-my-pi/pi-natives/shell";
import { shellSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";

/** What runs commands, the model's and the user's. */
export function commandShell(settings: Settings): Shell {
	return localShell({ shellPath: settings.get(shellSettings.shellPath) ?? "bash" });
}
