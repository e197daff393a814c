import { formatValue } from "../../../settings/catalog/format-value.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { moveCredentials } from "./move-credentials.ts";
import { namedSetting } from "./named-setting.ts";

/** Removes a key from the user's settings. */
export const unsetSetting: ConfigAction = async (context) => {
	const setting = await namedSetting(context, "unset");
	if (!setting) return 1;
	const problem = await moveCredentials(setting.key, setting.default, context);
	if (problem !== undefined) {
		await context.io.stderr.write(`${problem}\n`);
		return 1;
	}
	const settings = await openSettings(context);
	settings.unset(setting);
	await settings.flush();
	const value = setting.credential ? undefined : settings.get(setting);
	if (context.json) await printJson(context.io, { key: setting.key, value: value ?? null });
	else await context.io.stdout.write(`✔ Removed ${setting.key}; it is ${formatValue(value)} now\n`);
	return 0;
};
