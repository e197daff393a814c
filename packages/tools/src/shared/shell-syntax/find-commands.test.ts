import { expect, test } from "bun:test";
import { findCommands } from "./find-commands.ts";

test("deeply nested groups that write something do not fill the memory", () => {
	const line = `${"(".repeat(40)}echo a word${")".repeat(40)}`;
	expect(findCommands(line, { home: "/h", cwd: "/p", variables: {} }).commands.length).toBeGreaterThan(40);
});
