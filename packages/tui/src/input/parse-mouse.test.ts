import { expect, test } from "bun:test";
import { parseMouse } from "./parse-mouse.ts";

test("clicks, moves and the wheel, with position and modifiers", () => {
	const plain = { shift: false, alt: false, ctrl: false };
	expect(["\x1b[<0;5;3M", "\x1b[<2;1;1m", "\x1b[<65;10;2M", "\x1b[<36;1;1M", "\x1b[A"].map(parseMouse)).toEqual([
		{ kind: "press", button: "left", column: 4, row: 2, ...plain },
		{ kind: "release", button: "right", column: 0, row: 0, ...plain },
		{ kind: "wheelDown", button: "middle", column: 9, row: 1, ...plain },
		{ kind: "move", button: "left", column: 0, row: 0, ...plain, shift: true },
		undefined,
	]);
});
