import { expect, test } from "bun:test";
import { WheelToKeys } from "./wheel-to-keys.ts";

test("the wheel moves as the arrows do, other mouse events are kept away, and keys go through", () => {
	const seen: string[] = [];
	const inner = { focused: false, render: () => [], handleInput: (data: string) => void seen.push(data) };
	const dialog = new WheelToKeys(inner);
	for (const data of ["\x1b[<64;1;1M", "\x1b[<65;1;1M", "\x1b[<0;4;2M", "\x1b[<0;4;2m", "\x1b[<35;9;9M", "x"]) {
		dialog.handleInput(data);
	}
	expect(seen).toEqual(["\x1b[A", "\x1b[B", "x"]);
	dialog.focused = true;
	expect(inner.focused).toBe(true);
});
