import { expect, test } from "bun:test";
import "../../assembly/feature-settings.ts";
import { allSettings } from "./all-settings.ts";

test("settings: keys are unique, defaults are valid, and all have label and help", () => {
	const keys = allSettings.map(({ key }) => key);
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
	const refused = allSettings.filter(
		(setting) => setting.default !== undefined && setting.problemWith(setting.default),
	);
	expect(refused.map(({ key }) => key)).toEqual([]);
	expect(allSettings.filter(({ label, help }) => !label || !help.endsWith(".")).map(({ key }) => key)).toEqual([]);
});

test("settings: a group of a feature is shown before the group that it names", () => {
	const groups = [...new Set(allSettings.filter(({ place }) => place.tab === "Tools").map(({ place }) => place.group))];
	expect(groups[groups.indexOf("Budget") + 1]).toBe("MCP");
	const keys = allSettings.map(({ key }) => key).filter((key) => key.startsWith("budget."));
	expect(keys.slice(0, 5)).toEqual([
		"budget.turn.usd",
		"budget.turn.tokens",
		"budget.turn.requests",
		"budget.turn.minutes",
		"budget.session.usd",
	]);
});
