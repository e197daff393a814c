import { expect, test } from "bun:test";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { watchFile } from "./watch-file.ts";

test("a folder that cannot be watched reports nothing and does not throw", async () => {
	await using files = await workspace();
	let changes = 0;
	const watching = watchFile(join(files.path, "no-such-folder", "keys.yml"), () => changes++);
	watching[Symbol.dispose]();
	expect(changes).toBe(0);
});
