import { describe, expect, test } from "bun:test";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../files/snapshots/snapshot-tag.ts";
import { zipOf } from "../formats/archives/testing/zip-of.ts";
import type { SearchParams } from "./execute.ts";
import { anchored, filesOf, searchIn, textOf } from "./testing/search-in.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("search", () => {
	verifies("tools-files:search:output", async () => {
		await using project = await workspace({
			"one.txt": numbered(9),
			"src/a.ts": "const needle = 1;\n",
			"src/m10/file.ts": "// needle\n\n\n\n\n\n\nneedle\n",
		});
		const snapshots = new SnapshotStore();
		const tool = searchIn(project.path, { display: anchored, snapshots });
		const tag = async (path: string) => snapshotTag(await project.read(path));

		const one = await runTool(tool, { pattern: "line 5" });
		expect(one.content).toBe(
			`[one.txt#${await tag("one.txt")}]\n 4:line 4\n*5:line 5\n 6:line 6\n 7:line 7\n 8:line 8`,
		);
		expect(snapshots.versions(project.file("one.txt"))).toEqual([
			{ tag: await tag("one.txt"), text: numbered(9), seen: [{ start: 4, end: 8 }] },
		]);
		expect(one.details).toEqual({
			scopePath: ".",
			searchPath: ".",
			cwd: project.path,
			matchCount: 1,
			fileCount: 1,
			files: ["one.txt"],
			fileMatches: [{ path: "one.txt", count: 1 }],
			truncated: false,
			displayContent: "[one.txt]\n 4|line 4\n*5|line 5\n 6|line 6\n 7|line 7\n 8|line 8",
		});

		const many = await runTool(tool, { pattern: "needle" });
		expect(many.content).toBe(
			[
				"# src/",
				`## a.ts#${await tag("src/a.ts")}`,
				"*1:const needle = 1;",
				"",
				"## m10/",
				`### file.ts#${await tag("src/m10/file.ts")}`,
				"*1:// needle",
				...[2, 3, 4].map((line) => ` ${line}:`),
				" 7:",
				"*8:needle",
			].join("\n"),
		);
	});

	test("nothing found is an answer that may be forgotten first", async () => {
		await using project = await workspace({ "a.txt": "x\n" });
		const { content, useless } = await runTool(searchIn(project.path), { pattern: "nowhere" });
		expect([content, useless]).toEqual(["No matches found", true]);
	});

	test("without anchors rows have a bar", async () => {
		await using project = await workspace({ "a.txt": "x\ny\n" });
		expect(await textOf(project.path, { pattern: "x" })).toBe("[a.txt]\n*1|x\n 2|y");
	});

	verifies("tools-files:search:engine-fallback", async () => {
		await using project = await workspace({
			"a.txt": "foobar\nfoo(a, b\ninterface {\na{2}\naa\n[z-a]\nabab\n$\x7bx}\n",
		});
		const lines = async (pattern: string) =>
			String(await textOf(project.path, { pattern }, { contextBefore: 0, contextAfter: 0 }))
				.split("\n")
				.slice(1);
		expect(await lines("foo(?=bar)")).toEqual(["*1|foobar"]);
		expect(await lines("(ab)\\1")).toEqual(["*7|abab"]);
		const literally = (pattern: string) => [
			"",
			`The pattern is no valid regex, so ${JSON.stringify(pattern)} was searched for as it stands.`,
		];
		expect(await lines("foo(a")).toEqual(["*2|foo(a, b", ...literally("foo(a")]);
		expect(await lines("interface {")).toEqual(["*3|interface {"]);
		expect(await lines("^a{2}$")).toEqual(["*5|aa"]);
		expect(await lines("[z-a]")).toEqual(["*6|[z-a]", ...literally("[z-a]")]);
		expect(await lines("$\x7bx}")).toEqual([]);
		expect(await lines("\\$\x7bx}")).toEqual(["*8|$\x7bx}"]);
	});

	test("a pattern that matches only as grep or JavaScript reads it does, which is said", async () => {
		await using project = await workspace({ "a.txt": "etag\nweTag\n" });
		const text = (pattern: string) => textOf(project.path, { pattern }, { contextBefore: 0, contextAfter: 0 });
		expect(await text("etag\\|wetag")).toBe(
			'[a.txt]\n*1|etag\n\nNothing matches "etag\\\\|wetag"; these are matches of "etag|wetag".',
		);
		expect(await text("/WETAG/i")).toContain('*2|weTag\n\nNothing matches "/WETAG/i"; these are matches of "WETAG".');
		expect(await text('"etag"')).toContain("*1|etag\n\nNothing matches");
		expect(await text("x\\|y")).toBe("No matches found");
	});

	test("a few matches more than usual are shown rather than counted", async () => {
		await using project = await workspace({ "a.txt": "x\n".repeat(21), "b.txt": "x\n", "c.txt": "x\n".repeat(30) });
		const text = String(await textOf(project.path, { pattern: "x", output_mode: "content" }));
		expect(text.match(/more match.*/g)).toEqual(["more matches in this file"]);
		expect(text).toContain("… 7 more matches in this file");
	});

	verifies("tools-files:search:ignore-rules", async () => {
		await using project = await workspace(
			{
				".gitignore": "dist/\n*.log\n/gen/**\n",
				".env": "x",
				"a.log": "x",
				"dist/d.js": "x",
				"gen/g.js": "x",
				"node_modules/m/i.js": "x",
				"src/a.js": "x",
				"src/node_modules/m/j.js": "x",
				"venv/.gitignore": "*",
				"venv/v.js": "x",
			},
			{ git: true },
		);
		expect(await filesOf(project.path, { pattern: "x" })).toEqual([".env", "src/a.js"]);
		expect(await filesOf(project.path, { pattern: "x", gitignore: false })).toEqual([
			".env",
			"a.log",
			"dist/d.js",
			"gen/g.js",
			"src/a.js",
			"venv/v.js",
		]);
		expect(await filesOf(project.path, { pattern: "x", path: "*.log" })).toEqual([]);
		expect(await filesOf(project.path, { pattern: "x", path: "*.js" })).toEqual(["src/a.js"]);
		expect(await filesOf(project.path, { pattern: "x", path: "dist; gen; venv; node_modules; a.log" })).toEqual([
			"a.log",
			"dist/d.js",
			"gen/g.js",
			"node_modules/m/i.js",
			"venv/v.js",
		]);
		expect(await filesOf(project.path, { pattern: "x", path: "src/node_modules/**/*.js" })).toEqual([
			"src/node_modules/m/j.js",
		]);
		expect(await filesOf(project.path, { pattern: "." })).not.toContain(".git/HEAD");
	});

	verifies("tools-files:search:paging-and-caps", async () => {
		const files = Object.fromEntries(
			Array.from({ length: 25 }, (_, n) => [`m${String(n).padStart(2, "0")}/f.txt`, "x\n"]),
		);
		await using project = await workspace({ ...files, "m00/f.txt": "x\n".repeat(30) });
		const first = await runToolWith(searchIn(project.path), { pattern: "x", output_mode: "content" });
		expect(first.content).toEndWith(
			"\n\nShowing files 1-20 of 25. Use skip=20 for the next page, or narrow paths/pattern.",
		);
		expect(first.content).toStartWith("# m00/\n## f.txt\n*1|x");
		expect(first.content).toContain("*20|x\n… 10 more matches in this file\n\n# m01/");
		expect(first.details).toMatchObject({
			matchCount: 54,
			fileCount: 25,
			fileLimitReached: 20,
			perFileLimitReached: 20,
			truncated: true,
		});
		expect(await filesOf(project.path, { pattern: "x", output_mode: "content", skip: 20 })).toEqual(
			[20, 21, 22, 23, 24].map((n) => `m${n}/f.txt`),
		);
		expect(await textOf(project.path, { pattern: "x", skip: 100 })).toBe(
			"No more results (25 files total; skip=100 is past the end)",
		);
		// One file alone may show more.
		const one = await runTool(searchIn(project.path), { pattern: "x", path: "m00/f.txt" });
		expect([one.details?.truncated, String(one.content).split("\n").length]).toEqual([false, 31]);
	});

	test("the more matches there are, the less is shown of each", async () => {
		const file = (matches: number) => `before\n${"x1\ny\n".repeat(matches)}`;
		await using project = await workspace({
			"few.txt": file(2),
			"some/a.txt": file(10),
			"some/b.txt": file(10),
			"many.txt": file(198),
		});
		const text = async (params: object) => String(await textOf(project.path, params));
		expect(await text({ pattern: "x", path: "few.txt" })).toBe("[few.txt]\n 1|before\n*2|x1\n 3|y\n*4|x1\n 5|y");
		const some = await text({ pattern: "x", path: "some" });
		expect<unknown>(some.match(/^[ *]\d+\|.*/gm)).toEqual(
			[...Array(2)].flatMap(() => [...Array(10)].map((_, n) => `*${2 * n + 2}|x1`)),
		);
		const many = await text({ pattern: "x", path: "many.txt" });
		expect([many.match(/^\*/gm)?.length, many.match(/^ \d/gm)]).toEqual([50, null]);
		expect(many).toEndWith("… 148 more matches in this file");
		expect(await text({ pattern: "x" })).toBe(
			[
				'220 matches in 4 files. Narrow path or pattern, or say `output_mode: "content"` for all lines.',
				"",
				"few.txt (2)",
				"many.txt (198)",
				"# some/",
				"a.txt (10)",
				"b.txt (10)",
				"",
				"The first 3:",
				"# few.txt",
				"*2|x1",
				"*4|x1",
				"",
				"# many.txt",
				"*2|x1",
			].join("\n"),
		);
	});

	test("what other programs let a search say is understood without a word", async () => {
		await using project = await workspace({ "a.ts": "one\nTwo\nthree\n", "b.py": "two\n", "c/d.tsx": "two\n" });
		const text = async (params: object) => String(await textOf(project.path, params));
		expect(await text({ pattern: "two|Two", output_mode: "files_with_matches" })).toBe("a.ts\nb.py\n# c/\nd.tsx");
		expect(await text({ pattern: "two", "-i": true, output_mode: "count" })).toBe(
			"3 matches in 3 files:\na.ts (1)\nb.py (1)\n# c/\nd.tsx (1)",
		);
		expect(await text({ pattern: "two", "-i": true, output_mode: "files_with_matches", head_limit: 1 })).toBe(
			"a.ts\n\nShowing files 1-1 of 3. Use skip=1 for the next page, or narrow paths/pattern.",
		);
		expect(await text({ pattern: "Two", "-A": 1 })).toBe("[a.ts]\n*2|Two\n 3|three");
		expect(await text({ pattern: "Two", "-B": 1 })).toBe("[a.ts]\n 1|one\n*2|Two");
		expect(await text({ pattern: "Two", "-C": 0 })).toBe("[a.ts]\n*2|Two");
		expect(await text({ pattern: "o", path: "a.ts", head_limit: 1 })).toBe(
			"[a.ts]\n*1|one\n… 1 more match in this file",
		);
		expect(await text({ pattern: "two", "-i": true, type: "ts", output_mode: "files_with_matches" })).toBe(
			"a.ts\n# c/\nd.tsx",
		);
		expect(await text({ pattern: "two", glob: "*.py" })).toBe("[b.py]\n*1|two");
		expect(await text({ pattern: "x", path: "c/*.js" })).toBe("No matches found: no file matches c/*.js");
		expect(await text({ pattern: "x", type: "rust" })).toBe("No matches found: no file matches *.rs");
		expect(await text({ pattern: "x", path: "c/*.tsx" })).toBe("No matches found");
	});

	test("of a long line the part around the match is shown", async () => {
		await using project = await workspace({
			"min.js": `${"é".repeat(3000)}NEEDLE${"b".repeat(3000)}\n${"c".repeat(600)}NEEDLE\n`,
		});
		const rows = String(await textOf(project.path, { pattern: "NEEDLE", "-C": 0 })).split("\n");
		expect(rows[1]).toBe(`*1|…${"é".repeat(160)}NEEDLE${"b".repeat(346)}…`);
		expect(rows[2]).toBe(`*2|…${"c".repeat(506)}NEEDLE`);
	});

	test("the same search gives the same answer each time", async () => {
		const files = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`d${n % 7}/f${n}.txt`, "x\n"]));
		await using project = await workspace(files);
		const answers = new Set<unknown>();
		for (let count = 0; count < 5; count++) answers.add(await textOf(project.path, { pattern: "x", skip: 40 }));
		expect(answers.size).toBe(1);
	});

	verifies("tools-files:search:line-selector", async () => {
		await using project = await workspace({ "a.txt": numbered(30), "src/b.txt": "line 1\n" });
		expect(await textOf(project.path, { pattern: "line .*5", path: "a.txt:10-20" })).toBe(
			"[a.txt]\n 14|line 14\n*15|line 15\n 16|line 16\n 17|line 17\n 18|line 18",
		);
		expect(await textOf(project.path, { pattern: "line 5", path: "a.txt:10-20" })).toBe("No matches found");
		await expect(textOf(project.path, { pattern: "x", path: "src:1-3" })).rejects.toThrow(
			"Line-range selector requires a single file: src:1-3 is a directory",
		);
		await expect(textOf(project.path, { pattern: "x", path: "src/*.txt:1-3" })).rejects.toThrow(
			"Line-range selector requires a single file, not a glob: src/*.txt:1-3",
		);
	});

	verifies("tools-files:search:multiline", async () => {
		await using project = await workspace({ "a.txt": "begin\nend\nbegin end\n" });
		const bare = { contextBefore: 0, contextAfter: 0 };
		expect(await textOf(project.path, { pattern: "begin\\s+end" }, bare)).toBe("[a.txt]\n*3|begin end");
		expect(await textOf(project.path, { pattern: "begin\\nend" }, bare)).toBe("[a.txt]\n*1|begin\n*2|end");
		expect(await textOf(project.path, { pattern: "begin\nend" }, bare)).toBe("[a.txt]\n*1|begin\n*2|end");
	});

	verifies("tools-files:search:size-limits", async () => {
		await using project = await workspace({
			"big.log": `${"a".repeat(5_000_000)}\nneedle\n`,
			"small.txt": "needle\n",
			"bin.dat": new Uint8Array([...Buffer.from("needle\n"), 0, 1]),
			"x.zip": zipOf({ "in.txt": "needle\n", "in.bin": new Uint8Array([0, 1, 2]) }),
		});
		expect(await textOf(project.path, { pattern: "needle" })).toBe(
			"[small.txt]\n*1|needle\n\nSkipped files over 4 MB or binary: big.log (4.8MB)",
		);
		expect(await textOf(project.path, { pattern: "needle", path: "bin.dat" })).toBe(
			"No matches found\n\nSkipped files over 4 MB or binary: bin.dat (binary)",
		);
		expect(await textOf(project.path, { pattern: "needle", path: "x.zip" })).toBe(
			"[x.zip:in.txt]\n*1|needle\n\nSkipped binary archive members: x.zip:in.bin",
		);
	});

	test("a wide line is cut with a notice", async () => {
		await using project = await workspace({ "a.txt": `needle${"x".repeat(600)}\n` });
		expect(await textOf(project.path, { pattern: "needle" })).toBe(
			`[a.txt]\n*1|needle${"x".repeat(506)}…\n\n[Some lines truncated to 512 chars]`,
		);
	});

	verifies("tools-files:search:errors", async () => {
		await using project = await workspace({ "a.txt": "x" });
		const refused = (params: SearchParams, message: string) =>
			expect(textOf(project.path, params)).rejects.toThrow(message);
		await refused({ pattern: "  " }, "Pattern must not be empty");
		await refused({ pattern: "x", skip: -1 }, "Skip must be a non-negative number");
		await refused({ pattern: "x", path: "nope" }, "Path not found: nope");
		await refused({ pattern: "x", path: "nope; gone/*.ts" }, "Path not found: nope, gone/*.ts");
		expect(await textOf(project.path, { pattern: "x", path: "a.txt; nope" })).toBe(
			"[a.txt]\n*1|x\n\nSkipped missing paths: nope",
		);
		const stuck: Ripgrep = {
			run: (_args, { signal }) => sleep(60_000, { signal }).then(() => ({ exitCode: 1, errors: "" })),
		};
		await expect(textOf(project.path, { pattern: "x" }, { ripgrep: stuck, timeoutMs: 20 })).rejects.toThrow(
			"Search timed out after 0.02s; narrow paths or pattern, or scope with `find` first",
		);
	});
});

test("what the model is told about search fits into few words", () => {
	const { name, prompt, parameters } = searchIn("/w");
	expect({ name, prompt, parameters }).toMatchSnapshot();
	expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
});
