import { expect, test } from "bun:test";
import { pathTree } from "./path-tree.ts";

test("a list of paths names each folder once", () => {
	const paths = ["src/b.ts", "README.md", "src/deep/", "src/lib/a.ts", "other/x/y/z.ts", "src/a.ts", "/tmp/q/f", "~/n"];
	expect(pathTree(paths.map((path) => ({ path })))).toBe(
		[
			"README.md",
			"# src/",
			"b.ts",
			"deep/",
			"a.ts",
			"## lib/",
			"a.ts",
			"# other/x/y/",
			"z.ts",
			"# /tmp/q/",
			"f",
			"# ~/",
			"n",
		].join("\n"),
	);
});

test("files with rows are headings with a blank line between", () => {
	const tree = pathTree([
		{ path: "a.ts", suffix: "#0001", rows: ["*1:x"] },
		{ path: "src/m10/file.ts", suffix: "#0002", rows: ["*1:x", " 2:y"] },
		{ path: "src/m10/other.ts", rows: ["*1:x"] },
		{ path: "src/m11/file.ts", suffix: "#0003", rows: ["*1:x"] },
	]);
	expect(tree).toBe(`# a.ts#0001
*1:x

# src/
## m10/
### file.ts#0002
*1:x
 2:y

### other.ts
*1:x

## m11/
### file.ts#0003
*1:x`);
});
