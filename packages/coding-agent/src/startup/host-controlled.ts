import { allSettings } from "../settings/catalog/all-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** Settings that an RPC host controls; the user's own values are for the terminal. */
const prefixes = [
	"todo.",
	"task.",
	"memory.backend",
	"memories.enabled",
	"async.",
	"bash.autoBackground.",
	"advisor.",
	"tier.",
	"serviceTier",
];

/** Resets the user's values of these settings to the defaults; project, flags and `--config` files still apply. */
export function useHostDefaults(settings: Settings): void {
	for (const setting of allSettings) {
		if (!prefixes.some((prefix) => setting.key.startsWith(prefix))) continue;
		const origin = settings.findOrigin(setting);
		if (origin === "global" || origin === "fallback") settings.override(setting, setting.default);
	}
}
