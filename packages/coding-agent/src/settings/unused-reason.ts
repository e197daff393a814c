import { unusedSettings } from "./unused.data.ts";

/** Why a setting has no effect yet; `undefined` for one that is read. */
export function unusedReason(key: string): string | undefined {
	const found = unusedSettings.find(({ keys }) => keys.some((pattern) => coversKey(pattern, key)));
	return found && `no effect yet (${found.feature})`;
}

export function coversKey(pattern: string, key: string): boolean {
	return pattern.endsWith(".*") ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
}
