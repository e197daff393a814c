import { expect, test } from "bun:test";
import { repositoryRoot } from "../repository-root.ts";
import { checkSettings } from "./check-settings.ts";
import { unreadKeys } from "./unread-settings.ts";

const section = {
	name: "bashSettings",
	keys: { enabled: "bash.enabled", patterns: "bash.patterns", "a.b": "bash.a.b" },
};
const unread = (...sources: string[]) => unreadKeys([section], sources);

test("unread settings: a member, a quoted member and a destructured one are read", () => {
	expect(unread("settings.get(bashSettings.enabled)")).toEqual(["bash.patterns", "bash.a.b"]);
	expect(unread('get(bashSettings["a.b"])', "const { enabled, patterns: rules } = bashSettings;")).toEqual([]);
});

test("unread settings: one that is only stored is not read; a computed member may be any of them", () => {
	expect(unread("settings.set(bashSettings.enabled, true)")).toContain("bash.enabled");
	expect(unread("settings.get(bashSettings[name])")).toEqual([]);
});

test("unread settings: this repository names every setting that nothing reads", async () => {
	expect(await checkSettings(repositoryRoot)).toEqual([]);
});
