import { isRecord } from "@oh-my-pi/pi-utils/is-record";

type Settings = Readonly<Record<string, unknown>>;

/** The settings of a section such as `typescript.format`, as `workspace/configuration` asks for it; all without a section. */
export function findSettings(settings: Settings, section: unknown): unknown {
	if (typeof section !== "string" || section === "") return Object.hasOwn(settings, "") ? settings[""] : settings;
	if (Object.hasOwn(settings, section)) return settings[section] ?? null;
	const found = section
		.split(".")
		.reduce<unknown>((value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : null), settings);
	return found ?? null;
}
