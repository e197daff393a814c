import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";

/** A value as people read it: texts bare, everything else as JSON. */
export function formatValue(value: unknown): string {
	if (value === undefined) return "(not set)";
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a setting takes: `boolean`, `number`, or `a|b|c`. */
export function describeType(setting: Setting<unknown>): string {
	return setting.values ? setting.values.join("|") : setting.type;
}
