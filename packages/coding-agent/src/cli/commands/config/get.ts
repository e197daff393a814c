import { formatValue } from "../../../settings/catalog/format-value.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { namedSetting } from "./named-setting.ts";

/** Prints the effective value. */
export const getSetting: ConfigAction = async (context) => {
	const setting = await namedSetting(context, "get");
	if (!setting) return 1;
	const value = (await openSettings(context)).get(setting);
	const { key, type, help: description } = setting;
	if (context.json) await printJson(context.io, { key, value: value ?? null, type, description });
	else await context.io.stdout.write(`${formatValue(value)}\n`);
	return 0;
};
