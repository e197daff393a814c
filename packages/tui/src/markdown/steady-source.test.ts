import { expect, test } from "bun:test";
import { steadySource } from "./steady-source.ts";

test("text is final up to the last blank, or up to an open delimiter", () => {
	const steady = [
		"plain words her",
		"a **bold word and mor",
		"a **bold** word and mor",
		"a [link](http://a b",
		"snake_case and 2 * 3 her",
		"- one\n- two `code her",
		"escaped \\* star her",
	].map(steadySource);
	expect(steady).toEqual([
		"plain words",
		"a",
		"a **bold** word and",
		"a",
		"snake_case and 2 * 3",
		"- one\n- two",
		"escaped \\* star",
	]);
});

test("code is final line by line; tables and HTML only when complete", () => {
	expect(["```ts\na\nb", "```\na\n```\n", "| a | b |\n|---|", "<pre>\nx y"].map(steadySource)).toEqual([
		"```ts\na",
		"```\na\n```\n",
		"",
		"",
	]);
});
