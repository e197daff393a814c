import { expect, test } from "bun:test";
import { formattingOptions } from "./format-file.ts";

test.each([
	["", { tabSize: 4, insertSpaces: true }],
	["a\n\tb\n\t\tc\n", { tabSize: 4, insertSpaces: false }],
	["a\n  b\n    c\n", { tabSize: 2, insertSpaces: true }],
	["a\n    b\n        c\n", { tabSize: 4, insertSpaces: true }],
	["a\n        b\n                c\n", { tabSize: 8, insertSpaces: true }],
])("the indentation of %j is that of the file", (text, options) => {
	expect(formattingOptions(text)).toEqual(options);
});
