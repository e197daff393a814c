import { builtInProviders } from "@oh-my-pi/pi-ai/providers";
import { localShell, type Shell } from "@oh-my-pi/pi-natives/shell";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { shellSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";
import { childEnv } from "./child-env.ts";

/** What runs commands, the model's and the user's. */
export function commandShell(settings: Settings): Shell {
	return localShell({ shellPath: settings.get(shellSettings.shellPath) ?? "bash" });
}

export function commandEnv(host: Host): Host["env"] {
	return childEnv(host.env, builtInProviders);
}
