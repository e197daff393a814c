import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";

/** Formats a value for display: strings bare, everything else as JSON. */
export function formatValue(value: unknown): string {
	if (value === undefined) return "(not set)";
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** The type of a setting: `boolean`, `number`, or `a|b|c`. */
export function describeType(setting: Setting<unknown>): string {
	return setting.values ? setting.values.join("|") : setting.type;
}
