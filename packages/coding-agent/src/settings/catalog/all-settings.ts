import type { Setting, SettingsSection } from "@oh-my-pi/pi-utils/settings/setting";
import { sections } from "../sections.ts";

const settingsIn = (all: readonly SettingsSection[]): Setting<unknown>[] =>
	all.flatMap((entries) => Object.values<Setting<unknown>>(entries));
const known = settingsIn(sections);

/** All settings, in the order of the reference. */
export const allSettings: ReadonlyArray<Setting<unknown>> = known;

/** Adds the sections of features. Called once, where the features are listed: this list cannot know them. */
export function addSections(more: readonly SettingsSection[]): void {
	for (const setting of settingsIn(more)) {
		const { tab, before } = setting.place;
		const index =
			before === undefined ? -1 : known.findIndex(({ place }) => place.tab === tab && place.group === before);
		known.splice(index < 0 ? known.length : index, 0, setting);
	}
}
