import { expect, test } from "bun:test";
import { errorMessage } from "./error-message.ts";

test("the message of an error, without its name; anything else as text", () => {
	expect([new TypeError("no such file"), "stopped", 7, undefined].map(errorMessage)).toEqual([
		"no such file",
		"stopped",
		"7",
		"undefined",
	]);
});
