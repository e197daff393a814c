import { describe, expect, test } from "bun:test";
import { chmod, mkdir } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localRipgrep } from "./ripgrep.ts";
import { countMatches, findMatches, isPatternError, patternArgs } from "./search.ts";
import type { SearchRules } from "./walk-args.ts";

const ripgrep = localRipgrep({});
const { signal } = new AbortController();
const rules: SearchRules = { hidden: true, respectIgnore: true, nodeModules: false };
const plain = { ignoreCase: false, multiline: false, literal: false };

describe("search", () => {
	test("counts lines per file, also for unusual file names", async () => {
		await using project = await workspace({ "a.txt": "x\ny\nx\n", "new\nline.txt": "x\n", "none.txt": "y\n" });
		const args = patternArgs("x", plain);
		const { counts, end } = await countMatches(ripgrep, { patternArgs: args, cwd: project.path, signal, rules });
		expect(new Map([...counts].sort())).toEqual(
			new Map([
				["a.txt", 2],
				["new\nline.txt", 1],
			]),
		);
		expect(end).toEqual({ exitCode: 0, errors: "" });
	});

	test("returns matches with context lines", async () => {
		await using project = await workspace({ "a.txt": "1\n2\nhit\n4\n5\n6\r\nhit again\n8" });
		const args = patternArgs("HIT", { ...plain, ignoreCase: true });
		const shared = { patternArgs: args, cwd: project.path, signal, files: ["a.txt"] };
		const { files } = await findMatches(ripgrep, { ...shared, contextBefore: 1, contextAfter: 1 });
		expect(files.get("a.txt")).toEqual({
			binary: false,
			rows: [
				{ lineNumber: 2, text: "2", isMatch: false },
				{ lineNumber: 3, text: "hit", isMatch: true },
				{ lineNumber: 4, text: "4", isMatch: false },
				{ lineNumber: 6, text: "6", isMatch: false },
				{ lineNumber: 7, text: "hit again", isMatch: true },
				{ lineNumber: 8, text: "8", isMatch: false },
			],
		});
	});

	test("a multi-line match reports each line once", async () => {
		await using project = await workspace({ "a.txt": "begin\nend begin\nend\nother\n" });
		const args = patternArgs("begin\\nend", { ...plain, multiline: true });
		const shared = { patternArgs: args, cwd: project.path, signal, files: ["a.txt"] };
		const { files } = await findMatches(ripgrep, { ...shared, contextBefore: 0, contextAfter: 0 });
		expect(files.get("a.txt")?.rows.map(({ lineNumber, text }) => `${lineNumber} ${text}`)).toEqual([
			"1 begin",
			"2 end begin",
			"3 end",
		]);
	});

	test.each(["(open", "a{2,1}", "[z-a]"])("the pattern %s is rejected", async (pattern) => {
		await using project = await workspace({ a: "" });
		const query = { patternArgs: patternArgs(pattern, plain), cwd: project.path, signal, rules };
		expect(isPatternError((await countMatches(ripgrep, query)).end)).toBe(true);
	});

	test("lookaround works, and a pattern that looks like an option is a pattern", async () => {
		await using project = await workspace({ a: "foobar\n--files\n" });
		for (const pattern of ["foo(?=bar)", "--files"]) {
			const query = { patternArgs: patternArgs(pattern, plain), cwd: project.path, signal, rules };
			expect([...(await countMatches(ripgrep, query)).counts]).toEqual([["a", 1]]);
		}
	});

	test("an unreadable folder does not hide other matches", async () => {
		await using project = await workspace({ "a.txt": "x", "locked/b.txt": "x" });
		await mkdir(project.file("locked/deep"));
		await chmod(project.file("locked"), 0o000);
		const query = { patternArgs: patternArgs("x", plain), cwd: project.path, signal, rules };
		const { counts, end } = await countMatches(ripgrep, query);
		expect([counts.get("a.txt"), isPatternError(end)]).toEqual([1, false]);
		await chmod(project.file("locked"), 0o700);
	});
});
