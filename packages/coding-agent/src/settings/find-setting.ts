import { nearest } from "@oh-my-pi/pi-utils/nearest";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { allSettings } from "./all-settings.ts";
import { keyAliases } from "./migrations/former-keys.data.ts";

/** A setting by its exact key, or by one of the few other names keys have. */
export function findSetting(key: string): Setting<unknown> | undefined {
	const canonical = Object.hasOwn(keyAliases, key) ? keyAliases[key] : key;
	return allSettings.find((setting) => setting.key === canonical);
}

/** The keys that come close to what someone wrote: what lies below it, else what is spelled alike. */
export function similarKeys(key: string): string[] {
	const keys = allSettings.map((setting) => setting.key);
	const lower = key.toLowerCase();
	const below = keys.filter((candidate) => candidate.toLowerCase().startsWith(`${lower}.`));
	if (below.length > 0) return below.slice(0, 5);
	const sameEnd = keys.filter((candidate) => candidate.toLowerCase().endsWith(`.${lower}`));
	return sameEnd.length > 0 ? sameEnd.slice(0, 5) : nearest(key, keys);
}
