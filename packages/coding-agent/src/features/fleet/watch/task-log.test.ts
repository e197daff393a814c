import { expect, test } from "bun:test";
import { openStore } from "@oh-my-pi/pi-fleet/open-store";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TaskLog } from "./task-log.ts";

test("TaskLog: fetches what is new once, and begins anew where the log did", async () => {
	await using folder = await workspace();
	await using store = await openStore(undefined, { fleetDir: folder.path, env: {} });
	const put = (key: string, text: string) => store.put(key, new TextEncoder().encode(text));
	const [one, two, three] = [await put("a/1", "one\n"), await put("a/2", "two\n"), await put("a/3", "three\n")];
	const log = new TaskLog(store);
	expect(await log.update({ log: [] })).toBeUndefined();
	expect(await log.update({ log: [one] })).toEqual({ added: "one\n", isRestart: false });
	expect(await log.update({ log: [one] })).toBeUndefined();
	expect(await log.update({ log: [one, two] })).toEqual({ added: "two\n", isRestart: false });
	expect(log.text).toBe("one\ntwo\n");
	expect(await log.update({ log: [three] })).toEqual({ added: "three\n", isRestart: true });
	expect(log.text).toBe("three\n");
});
