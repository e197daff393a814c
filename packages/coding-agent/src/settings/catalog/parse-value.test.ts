import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { allSettings } from "./all-settings.ts";
import { parseValue } from "./parse-value.ts";

function parsed(key: string, ...texts: string[]): unknown[] {
	const setting = allSettings.find((candidate) => candidate.key === key);
	if (!setting) throw new Error(`no setting ${key}`);
	return texts.map((text) => {
		const result = parseValue(setting, text);
		return "problem" in result ? result.problem : result.value;
	});
}

verifies("settings:cli:value-parsing", () => {
	expect(parsed("git.enabled", "true", "YES", " On ", "1")).toEqual([true, true, true, true]);
	expect(parsed("git.enabled", "false", "No", "OFF", "0")).toEqual([false, false, false, false]);
	expect(parsed("temperature", "0.7", " -1 ", "1e1")).toEqual([0.7, -1, 10]);
	expect(parsed("symbolPreset", "nerd", " ascii ")).toEqual(["nerd", "ascii"]);
	expect(parsed("cycleOrder", '["smol","slow"]')).toEqual([["smol", "slow"]]);
	expect(parsed("tools.approval", '{"bash":"prompt"}')).toEqual([{ bash: "prompt" }]);
	expect(parsed("providers.maxInFlightRequests", '{"openai":2}')).toEqual([{ openai: 2 }]);
	expect(parsed("collab.displayName", " Ada Lovelace ")).toEqual(["Ada Lovelace"]);
});

test("a value of the wrong type is rejected with a message", () => {
	expect(parsed("retry.maxRetries", "abc", "", "Infinity")).toEqual([
		"Invalid number: abc",
		"Invalid number: ",
		"Invalid number: Infinity",
	]);
	expect(parsed("git.enabled", "maybe")).toEqual([
		"Invalid boolean value: maybe. Use true/false, yes/no, on/off, or 1/0",
	]);
	expect(parsed("symbolPreset", "zzz")).toEqual(["Invalid value: zzz. Valid values: unicode, nerd, ascii"]);
});

test("a value out of range is rejected with the range", () => {
	expect(parsed("autocompleteMaxVisible", "2", "21", "5.5")).toEqual([
		"Invalid value: 2. autocompleteMaxVisible must be from 3 to 20",
		"Invalid value: 21. autocompleteMaxVisible must be from 3 to 20",
		"Invalid value: 5.5. autocompleteMaxVisible must be a whole number",
	]);
	expect(parsed("providers.maxInFlightRequests", '{"openai":0}')).toEqual([
		'Invalid value: {"openai":0}. providers.maxInFlightRequests openai must be a number above 0',
	]);
	expect(parsed("edit.modelVariants", '{"gpt":"perhaps"}')).toEqual([
		'Invalid value: {"gpt":"perhaps"}. edit.modelVariants gpt must be one of apply_patch, hashline, patch, replace',
	]);
});

test("invalid JSON is rejected with an example", () => {
	expect(parsed("cycleOrder", "smol", "{}")).toEqual([
		`Invalid array JSON: smol. Write it like '["a", "b"]'`,
		`Invalid array JSON: {}. Write it like '["a", "b"]'`,
	]);
	expect(parsed("modelRoles", "[]", "null")).toEqual([
		`Invalid object JSON: []. Write it like '{"name": "value"}'`,
		`Invalid object JSON: null. Write it like '{"name": "value"}'`,
	]);
});
