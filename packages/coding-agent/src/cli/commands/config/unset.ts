import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { formatValue } from "../../../settings/catalog/format-value.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { moveCredentials } from "./move-credentials.ts";
import { namedSetting, readNamed } from "./named-setting.ts";

/** Removes a key from the user's settings. */
export const unsetSetting: ConfigAction = async (context) => {
	const named = await namedSetting(context, "unset");
	if (!named) return 1;
	const { setting, entry, key } = named;
	const problem = await moveCredentials(key, setting.default, context);
	if (problem !== undefined) {
		await context.io.stderr.write(`${problem}\n`);
		return 1;
	}
	const settings = await openSettings(context);
	if (entry === undefined) settings.unset(setting);
	else settings.setEntry(setting as Setting<Readonly<Record<string, unknown>>>, entry, undefined);
	await settings.flush();
	const value = setting.credential ? undefined : readNamed(settings, named);
	if (context.json) await printJson(context.io, { key, value: value ?? null });
	else await context.io.stdout.write(`✔ Removed ${key}; it is ${formatValue(value)} now\n`);
	return 0;
};
