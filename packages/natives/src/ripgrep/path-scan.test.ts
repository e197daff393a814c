import { expect, test } from "bun:test";
import { PathScan, requiredText } from "./path-scan.ts";

const paths = ["a.ts", "src/a.ts", "src/lib/b.ts", "src/lib/c.js", "öl/ä.ts", "docs/x.md", "src/last.ts"];
const bytes = new TextEncoder().encode(paths.map((path) => `${path}\0`).join(""));

test.each([
	["**/*", paths],
	["**/*.ts", paths.filter((path) => path.endsWith(".ts"))],
	["**/lib/*", ["src/lib/b.ts", "src/lib/c.js"]],
	["**/*.{js,md}", ["src/lib/c.js", "docs/x.md"]],
	["**/[ab].ts", ["a.ts", "src/a.ts", "src/lib/b.ts"]],
	["**/nothing", []],
])("%s finds the same in chunks of any size", (pattern, expected) => {
	for (const size of [1, 2, 3, 7, 20, 1000]) {
		const scan = new PathScan(pattern);
		const found: string[] = [];
		for (let at = 0; at < bytes.length; at += size) found.push(...scan.push(bytes.subarray(at, at + size)));
		expect(found).toEqual(expected);
		expect([scan.count, [...scan.folders].sort()]).toEqual([7, ["", "docs", "src", "src/lib", "öl"]]);
	}
});

test("folders match too", () => {
	const scan = new PathScan("**/l*");
	scan.push(bytes);
	expect(scan.matchingFolders(["src/lonely", "docs/empty"])).toEqual(["src/lib", "src/lonely"]);
});

test.each([
	["**/*", ""],
	["**", ""],
	["**/*.test.ts", ".test.ts"],
	["src/file?.ts", "file"],
	["**/*.{ts,js}", "."],
	["**/[ab]c", ""],
	["a\\*b", "a"],
])("the text every match of %s has is %p", (pattern, expected) => {
	expect(requiredText(pattern)).toBe(expected);
});
