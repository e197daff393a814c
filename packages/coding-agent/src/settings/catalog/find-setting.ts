import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { keyAliases } from "../migrations/former-keys.data.ts";
import { allSettings } from "./all-settings.ts";

/** Finds a setting by key or alias. */
export function findSetting(key: string): Setting<unknown> | undefined {
	const canonical = Object.hasOwn(keyAliases, key) ? keyAliases[key] : key;
	return allSettings.find((setting) => setting.key === canonical);
}

/** Suggestions for an unknown key: keys below it, else similar spellings. */
export function similarKeys(key: string): string[] {
	const keys = allSettings.map((setting) => setting.key);
	const lower = key.toLowerCase();
	const below = keys.filter((candidate) => candidate.toLowerCase().startsWith(`${lower}.`));
	if (below.length > 0) return below.slice(0, 5);
	const sameEnd = keys.filter((candidate) => candidate.toLowerCase().endsWith(`.${lower}`));
	if (sameEnd.length > 0) return sameEnd.slice(0, 5);
	const spelled = nearest(key, keys);
	if (spelled.length > 0) return spelled;
	const groups = new Set(
		keys.flatMap((candidate) => (candidate.includes(".") ? [candidate.split(".", 1)[0] ?? ""] : [])),
	);
	const [group] = nearest(key, [...groups]);
	return group === undefined ? [] : keys.filter((candidate) => candidate.startsWith(`${group}.`)).slice(0, 5);
}
