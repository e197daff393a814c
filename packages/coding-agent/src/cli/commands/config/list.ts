import { type Setting, settingsTabs } from "@oh-my-pi/pi-utils/settings/setting";
import { allSettings } from "../../../settings/catalog/all-settings.ts";
import { describeType, formatValue } from "../../../settings/catalog/format-value.ts";
import { unusedReason } from "../../../settings/catalog/unused-reason.ts";
import type { Settings } from "../../../settings/settings.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";

const masked = "********";

/** All settings with their effective values, by tab. Secrets are masked. */
export const listSettings: ConfigAction = async (context) => {
	const settings = await openSettings(context);
	if (context.json) {
		await printJson(
			context.io,
			Object.fromEntries(allSettings.map((setting) => [setting.key, record(setting, settings)])),
		);
		return 0;
	}
	const tabs = settingsTabs.map((tab) => {
		const tabSettings = allSettings.filter((setting) => setting.place.tab === tab);
		return [`${tab}:`, ...tabSettings.map((setting) => line(setting, settings))].join("\n");
	});
	await context.io.stdout.write(`${tabs.join("\n\n")}\n`);
	return 0;
};

function line(setting: Setting<unknown>, settings: Settings): string {
	const value = settings.get(setting);
	const shown = setting.credential && value !== undefined ? masked : formatValue(value);
	const unused = unusedReason(setting.key);
	return `  ${setting.key} = ${shown} (${describeType(setting)})${unused === undefined ? "" : ` – ${unused}`}`;
}

function record(setting: Setting<unknown>, settings: Settings) {
	const { type, help: description, credential } = setting;
	const unused = unusedReason(setting.key);
	const note = unused === undefined ? {} : { unused };
	if (credential) return { type, description, redacted: true, ...note };
	return { value: settings.get(setting) ?? null, type, description, ...note };
}
