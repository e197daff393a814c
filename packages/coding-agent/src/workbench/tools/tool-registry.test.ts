import { expect, test } from "bun:test";
import { isTodoResult } from "@oh-my-pi/pi-session/tree/todos";
import { concernsCheckpoints } from "@oh-my-pi/pi-tools/checkpoint/results";
import { isRead } from "@oh-my-pi/pi-tools/read/contract/details";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { isAsk } from "@oh-my-pi/pi-tools/services/question";
import { loadViews } from "@oh-my-pi/pi-tools/view/view";
import { allSettings } from "../../settings/catalog/all-settings.ts";

test("every setting of a tool, including its switch, is registered", () => {
	const known = new Set(allSettings);
	const own = builtInTools.flatMap((tool) => [
		...(tool.settings ?? []).flatMap((section) => Object.values(section)),
		...(tool.switch ? [tool.switch] : []),
	]);
	expect(own.filter((setting) => !known.has(setting)).map(({ key }) => key)).toEqual([]);
});

test("every tool declares its effects, and names and aliases are unique", () => {
	expect(builtInTools.filter(({ effects }) => effects === undefined).map(({ name }) => name)).toEqual([]);
	const names = builtInTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	const companions = builtInTools.flatMap((tool) => tool.companions ?? []);
	expect(companions.filter((name) => !names.includes(name))).toEqual([]);
});

test("results in session files are recognized by tool name", () => {
	const named = (isMeant: (name: string) => boolean) =>
		builtInTools.filter(({ name }) => isMeant(name)).map(({ name }) => name);
	expect(named((toolName) => isTodoResult({ toolName }))).toEqual(["todo"]);
	expect(named((toolName) => concernsCheckpoints({ toolName }))).toEqual(["checkpoint", "rewind"]);
	expect([named(isAsk), named(isRead)]).toEqual([["ask"], ["read"]]);
});

test("every tool has a view", async () => {
	expect([...(await loadViews(builtInTools)).keys()]).toEqual(builtInTools.map(({ name }) => name));
});
