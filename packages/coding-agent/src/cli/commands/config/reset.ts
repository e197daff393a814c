import { formatValue } from "../../../settings/catalog/format-value.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { moveCredentials } from "./move-credentials.ts";
import { namedSetting } from "./named-setting.ts";
import { noteShadow } from "./note-shadow.ts";

/** Writes the current default to the user's settings, where it stays even if the default changes. */
export const resetSetting: ConfigAction = async (context) => {
	const named = await namedSetting(context, "reset");
	if (!named) return 1;
	if (named.entry !== undefined) {
		await context.io.stderr.write(`${named.key} has no default. Remove it: omp config unset ${named.key}\n`);
		return 1;
	}
	const { setting } = named;
	const problem = await moveCredentials(setting.key, setting.default, context);
	if (problem !== undefined) {
		await context.io.stderr.write(`${problem}\n`);
		return 1;
	}
	const settings = await openSettings(context);
	settings.reset(setting);
	await settings.flush();
	if (context.json) await printJson(context.io, { key: setting.key, value: setting.default ?? null });
	else await context.io.stdout.write(`✔ Reset ${setting.key} to ${formatValue(setting.default)}\n`);
	await noteShadow(settings, setting, context.io);
	return 0;
};
