import { expect, test } from "bun:test";
import { findCommands } from "./find-commands.ts";

test("deeply nested groups that write something do not fill the memory", () => {
	const line = `${"( ".repeat(28)}echo a word${" )".repeat(28)}`;
	const { commands } = findCommands(line, { home: "/h", cwd: "/p", variables: {} });
	expect(commands.length).toBe(29);
	expect(Math.max(...commands.map(({ output = "" }) => output.length))).toBeLessThan(100_000);
});

test("programs that run programs that run programs are followed up to a limit", () => {
	const line = "find . -name x -exec ".repeat(30);
	const { commands, exhaustive } = findCommands(line, { home: "/h", cwd: "/p", variables: {} });
	expect(commands.length).toBeLessThan(10_000);
	expect(exhaustive).toBe(false);
});
