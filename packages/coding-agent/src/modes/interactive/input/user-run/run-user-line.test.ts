import { expect, test } from "bun:test";
import { testScreen } from "../../../../commands/testing/test-screen.ts";
import { namedFolder, offerFolder } from "./run-user-line.ts";

test.each([
	["cd ../other", "../other"],
	["cd 'with space'", "with space"],
	['cd "a b"', "a b"],
	["cd", undefined],
	["cd -P x", undefined],
	["cd x && ls", undefined],
	["cd $HOME", undefined],
	["cdx y", undefined],
])("%p goes to %p for good", (command, expected) => {
	expect(namedFolder(command)).toBe(expected);
});

test("the session moves only when the user says so", async () => {
	for (const [answer, expected] of [
		[true, ["/move ../x"]],
		[false, []],
		[undefined, []],
	] as const) {
		const { ports, submitted } = testScreen({ ask: async () => answer as never });
		await offerFolder("../x", ports);
		expect(submitted).toEqual([...expected]);
	}
});
