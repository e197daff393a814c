import { formatValue } from "../../../settings/catalog/format-value.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { namedSetting, readNamed } from "./named-setting.ts";

/** Prints the effective value. */
export const getSetting: ConfigAction = async (context) => {
	const named = await namedSetting(context, "get");
	if (!named) return 1;
	const { key, setting } = named;
	const value = readNamed(await openSettings(context), named);
	const { help: description } = setting;
	const type = named.entry === undefined ? setting.type : "entry";
	if (context.json) await printJson(context.io, { key, value: value ?? null, type, description });
	else await context.io.stdout.write(`${formatValue(value)}\n`);
	return 0;
};
