import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { unusedReason } from "../../settings/catalog/unused-reason.ts";
import type { LayerName, Settings } from "../../settings/settings.ts";

/** Whose word goes before the user's own, and what to call it. */
const above: Partial<Record<LayerName | "default", string>> = {
	project: "the project",
	overlay: "a --config file",
	environment: "the environment",
	runtime: "a flag of this run",
};

/** True when the value is not what it would be without anybody's word. */
export function isChanged(settings: Settings, setting: Setting<unknown>): boolean {
	return !Bun.deepEquals(settings.get(setting), setting.default);
}

/** Who says what counts, when it is not the user's own settings: a change there has no effect here. */
export function overriddenBy(settings: Settings, setting: Setting<unknown>): string | undefined {
	return above[settings.findOrigin(setting)];
}

/** What a person should know about a setting besides its value. */
export function settingNotes(settings: Settings, setting: Setting<unknown>): readonly string[] {
	const by = overriddenBy(settings, setting);
	const unused = unusedReason(setting.key);
	return [
		...(setting.nextSession ? ["counts from the next session on"] : []),
		...(unused === undefined ? [] : [unused]),
		...(by ? [`set by ${by}, which goes before your own settings`] : []),
	];
}
