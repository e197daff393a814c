import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { pathToUri, uriToPath } from "./file-uri.ts";
import { findLanguageId } from "./language-id.ts";
import { LineIndex } from "./line-index.ts";
import { decodePosition, encodePosition } from "./position-encoding.ts";
import { findTextChange } from "./text-change.ts";

test("paths become addresses and back, with every character a path may have", () => {
	const paths = [
		"/",
		"/a/b.ts",
		"/with space/ü😀.ts",
		"/100%/a#b?c.ts",
		"/a[b]{c}(d)&e=f;g:h@i+j,k'l\"m\\n",
		"/new\nline",
	];
	for (const path of paths) expect(uriToPath(pathToUri(path))).toBe(path);
	expect(pathToUri("/a b/ü.ts")).toBe("file:///a%20b/%C3%BC.ts");
	expect(uriToPath("file:///a/../etc/./passwd")).toBe("/etc/passwd");
	expect(uriToPath("file:///a/%2e%2e/%2e%2e/etc")).toBe("/etc");
	expect(uriToPath("file://localhost/a")).toBe("/a");
	expect(uriToPath("FILE:///a")).toBe("/a");
});

test("what is no file of this machine has no path", () => {
	for (const uri of [
		"",
		"http://x/a",
		"untitled:1",
		"file://host/a",
		"file:a",
		"file:///%zz",
		"file:///a%00b",
		"git:/a",
	]) {
		expect(uriToPath(uri)).toBeUndefined();
	}
});

test("language ids come from the name or the extension of a file", () => {
	const names = ["/a/x.tsx", "/a/X.PY", "/a/Dockerfile", "/a/go.mod", "/a/x.d.ts", "/a/constructor", "/a/.gitignore"];
	expect(names.map(findLanguageId)).toEqual([
		"typescriptreact",
		"python",
		"dockerfile",
		"go.mod",
		"typescript",
		undefined,
		undefined,
	]);
});

test("columns are counted as the server does", () => {
	const line = "aü😀b";
	const at = (character: number) => ({ line: 3, character });
	expect([0, 1, 2, 4, 5].map((column) => encodePosition(at(column), line, "utf-8").character)).toEqual([0, 1, 3, 7, 8]);
	expect([0, 1, 2, 4, 5].map((column) => encodePosition(at(column), line, "utf-32").character)).toEqual([
		0, 1, 2, 3, 4,
	]);
	expect([0, 1, 3, 7, 8, 99].map((column) => decodePosition(at(column), line, "utf-8").character)).toEqual([
		0, 1, 2, 4, 5, 5,
	]);
	// Inside of a character is at its start.
	expect([2, 4, 6].map((column) => decodePosition(at(column), line, "utf-8").character)).toEqual([1, 2, 2]);
	expect(decodePosition(at(99), line, "utf-16")).toEqual(at(99));
});

test("lines end with any line break", () => {
	const lines = new LineIndex("a\r\nb\rc\n");
	expect([0, 1, 2, 3, 4].map((line) => [lines.lineStart(line), lines.lineText(line)])).toEqual([
		[0, "a"],
		[3, "b"],
		[5, "c"],
		[7, ""],
		[7, ""],
	]);
	expect([lines.lineCount, new LineIndex("").lineCount]).toEqual([4, 1]);
	expect([0, 2, 3, 6].map((offset) => lines.positionAt(offset))).toEqual([
		{ line: 0, character: 0 },
		{ line: 0, character: 2 },
		{ line: 1, character: 0 },
		{ line: 2, character: 1 },
	]);
});

test("a change gives the new text, splits no character and no line break, and is small", () => {
	expect(findTextChange("abc", "aXc")).toEqual({ start: 1, end: 2, text: "X" });
	expect(findTextChange("aa", "aaa")).toEqual({ start: 2, end: 2, text: "a" });
	expect(findTextChange("😀", "😁")).toEqual({ start: 0, end: 2, text: "😁" });
	expect(findTextChange("a\r\n", "a\n")).toEqual({ start: 1, end: 3, text: "\n" });
	const random = seeded(26);
	const pieces = ["a", "b", "\n", "\r\n", "😀", "😁", "ü", "x".repeat(5000)];
	const make = () => Array.from({ length: random.below(12) }, () => random.pick(pieces));
	for (let round = 0; round < 2000; round++) {
		const start = make().join("");
		const end = make().join("");
		const before = start + make().join("") + end;
		const after = start + make().join("") + end;
		const change = findTextChange(before, after);
		expect(before.slice(0, change.start) + change.text + before.slice(change.end)).toBe(after);
		for (const offset of [change.start, change.end]) {
			expect(/^[\udc00-\udfff]/.test(before.slice(offset)) && /[\ud800-\udbff]$/.test(before.slice(0, offset))).toBe(
				false,
			);
			expect(before.slice(0, offset).endsWith("\r") && before.slice(offset).startsWith("\n")).toBe(false);
		}
	}
});
