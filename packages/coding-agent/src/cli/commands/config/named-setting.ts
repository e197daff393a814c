import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { findSetting, similarKeys } from "../../../settings/catalog/find-setting.ts";
import type { ConfigContext } from "./config-context.ts";

/** The named setting; `undefined` after printing what is wrong. */
export async function namedSetting(
	{ words, io }: ConfigContext,
	action: string,
): Promise<Setting<unknown> | undefined> {
	const [key] = words;
	if (key === undefined) {
		await io.stderr.write(`Which setting? omp config ${action} <key>\nRun \`omp config list\` for all settings.\n`);
		return undefined;
	}
	const setting = findSetting(key);
	if (setting) return setting;
	const similar = similarKeys(key);
	const hint = similar.length > 0 ? `Did you mean ${similar.join(", ")}? ` : "";
	await io.stderr.write(`Unknown setting: ${key}\n${hint}Run \`omp config list\` for all settings.\n`);
	return undefined;
}
