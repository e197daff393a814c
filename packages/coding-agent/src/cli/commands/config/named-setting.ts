import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { findNamed, type NamedSetting, similarKeys } from "../../../settings/catalog/find-setting.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { ConfigContext } from "./config-context.ts";

/** The named setting or entry; `undefined` after printing what is wrong. */
export async function namedSetting({ words, io }: ConfigContext, action: string): Promise<NamedSetting | undefined> {
	const [key] = words;
	if (key === undefined) {
		await io.stderr.write(`Which setting? omp config ${action} <key>\nRun \`omp config list\` for all settings.\n`);
		return undefined;
	}
	const named = findNamed(key);
	if (named) return named;
	const similar = similarKeys(key);
	const hint = similar.length > 0 ? `Did you mean ${similar.join(", ")}? ` : "";
	await io.stderr.write(`Unknown setting: ${key}\n${hint}Run \`omp config list\` for all settings.\n`);
	return undefined;
}

/** The value in force of a setting or an entry. */
export function readNamed(settings: Settings, { setting, entry }: NamedSetting): unknown {
	const value = settings.get(setting);
	if (entry === undefined) return value;
	return isRecord(value) && Object.hasOwn(value, entry) ? value[entry] : undefined;
}
