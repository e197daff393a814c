import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { keyAliases } from "../migrations/former-keys.data.ts";
import { allSettings } from "./all-settings.ts";

/** Finds a setting by key or alias. */
export function findSetting(key: string): Setting<unknown> | undefined {
	const canonical = Object.hasOwn(keyAliases, key) ? keyAliases[key] : key;
	return allSettings.find((setting) => setting.key === canonical);
}

/** A setting, or one entry of a setting that is a mapping: `modelRoles.advisor`. */
export interface NamedSetting {
	readonly setting: Setting<unknown>;
	readonly entry?: string;
	/** As it was named, without aliases. */
	readonly key: string;
}

/** Finds what a key names: a setting, or an entry of one. */
export function findNamed(key: string): NamedSetting | undefined {
	const setting = findSetting(key);
	if (setting) return { setting, key: setting.key };
	// An entry may have dots in its name, as models have.
	for (let dot = key.lastIndexOf("."); dot > 0; dot = key.lastIndexOf(".", dot - 1)) {
		const mapping = findSetting(key.slice(0, dot));
		const entry = key.slice(dot + 1);
		if (mapping?.type === "record" && entry !== "") return { setting: mapping, entry, key: `${mapping.key}.${entry}` };
	}
	return undefined;
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
