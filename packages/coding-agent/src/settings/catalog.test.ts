import { expect, test } from "bun:test";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { allSettings } from "./all-settings.ts";
import { catalog } from "./testing/catalog.data.ts";

const promised = Object.entries(catalog).flatMap(([tab, rows]) =>
	rows.map(([key, type, value, ...marks]) => ({
		tab,
		key,
		type: typeof type === "string" ? type : [...type].sort(),
		value,
		marks: [...marks].sort(),
	})),
);

// The table was copied from the specification by hand: this only guards against accidental changes.
test("settings: keys, types, values and defaults are those of the table", () => {
	const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
	expect(allSettings.map(asPromised).sort(byKey)).toEqual([...promised].sort(byKey));
});

function asPromised(setting: Setting<unknown>): (typeof promised)[number] {
	const marks = (["credential", "fileOnly"] as const).filter((mark) => setting[mark]);
	return {
		tab: setting.place.tab,
		key: setting.key,
		type: setting.values ? [...setting.values].sort() : setting.type,
		value: setting.default,
		marks: marks.sort(),
	};
}

test("settings: keys are unique, defaults are valid, and all have label and help", () => {
	const keys = allSettings.map(({ key }) => key);
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
	const refused = allSettings.filter(
		(setting) => setting.default !== undefined && setting.problemWith(setting.default),
	);
	expect(refused.map(({ key }) => key)).toEqual([]);
	expect(allSettings.filter(({ label, help }) => !label || !help.endsWith(".")).map(({ key }) => key)).toEqual([]);
});
