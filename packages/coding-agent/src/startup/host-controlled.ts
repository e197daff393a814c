import { allSettings } from "../settings/all-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** What a host decides about when it drives omp: the user's own wishes are for the terminal. */
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

/** Puts the user's own values of these back to what omp has built in; those of project, flags and named files stay. */
export function useHostDefaults(settings: Settings): void {
	for (const setting of allSettings) {
		if (!prefixes.some((prefix) => setting.key.startsWith(prefix))) continue;
		const origin = settings.originOf(setting);
		if (origin === "global" || origin === "fallback") settings.override(setting, setting.default);
	}
}
