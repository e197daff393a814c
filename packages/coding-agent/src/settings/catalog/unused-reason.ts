import { unusedSettings } from "./unused.data.ts";

/** Why a setting has no effect yet; `undefined` for one that is read. */
export function unusedReason(key: string): string | undefined {
	const feature = unusedFeature(key);
	return feature && `no effect yet (${feature})`;
}

/** The feature that will read a setting which has no effect yet. */
export function unusedFeature(key: string): string | undefined {
	return unusedSettings.find(({ keys }) => keys.some((pattern) => coversKey(pattern, key)))?.feature;
}

export function coversKey(pattern: string, key: string): boolean {
	return pattern.endsWith(".*") ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
}
