import { expect, test } from "bun:test";
import { parseUserCommand } from "./user-command.ts";

test.each([
	["!ls -la", { command: "ls -la", isPrivate: false }],
	["!! cat secrets", { command: "cat secrets", isPrivate: true }],
	["!", undefined],
	["say !ls", undefined],
])("%p is read as a command or left alone", (text, expected) => {
	expect(parseUserCommand(text)).toEqual(expected);
});
