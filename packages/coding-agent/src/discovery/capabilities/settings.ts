import type { Capability, Level } from "../contract/capability.ts";

/** A settings file of omp or of another program. */
export interface SettingsItem {
	readonly path: string;
	readonly level: Exclude<Level, "native">;
	readonly data: Readonly<Record<string, unknown>>;
}

/** For lists and the SDK: the settings store reads files itself, and asks the gate about what they change. */
export const settingsItems: Capability<SettingsItem> = {
	id: "settings",
	displayName: "Settings",
	description: "Settings files of the project and of other programs",
	trust: "text",
	key: () => undefined,
	validate: ({ path }) => (path === "" ? "has no path" : undefined),
};
