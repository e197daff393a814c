import { describe, expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localFinder } from "../files/open/file-finder.ts";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { type AstGrepPorts, astGrepTool } from "./ast-grep.ts";

const finder = localFinder();

const searching = (project: Workspace, overrides: Partial<AstGrepPorts> = {}) =>
	astGrepTool({
		cwd: () => project.path,
		home: "/nowhere",
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: false, hashLines: true, lineNumbers: true },
		finder,
		...overrides,
	});

async function found(project: Workspace, pat: string, path?: string) {
	return (await runTool(searching(project), { pat, ...(path !== undefined && { path }) })).content;
}

verifies("tools-files:ast-grep:metavariables", async () => {
	const source = [
		"swap(a, a);",
		"swap(a, b);",
		"swap();",
		"const x = swap(1, /* two */ 2, 3);",
		"if (ready) {",
		"\tgo();",
		"\tstop();",
		"}",
		"",
	].join("\n");
	await using project = await workspace({ "a.ts": source });
	const lines = async (pat: string) =>
		String(await found(project, pat))
			.split("\n")
			.slice(1);
	expect(await lines("swap($A, $B)")).toEqual([
		"*1|swap(a, a);",
		"  meta: A=a, B=a",
		"*2|swap(a, b);",
		"  meta: A=a, B=b",
	]);
	expect(await lines("swap($A, $A)")).toEqual(["*1|swap(a, a);", "  meta: A=a"]);
	expect(await lines("swap($_, b)")).toEqual(["*2|swap(a, b);"]);
	expect((await lines("swap($$$ALL)")).filter((line) => line.startsWith("  meta"))).toEqual([
		"  meta: ALL=[a, a]",
		"  meta: ALL=[a, b]",
		"  meta: ALL=[]",
		"  meta: ALL=[1, /* two */, 2, 3]",
	]);
	expect(await lines("  if ($C) { $$$ }\n")).toEqual([
		"*5|if (ready) {",
		" 6|\tgo();",
		" 7|\tstop();",
		" 8|}",
		"  meta: C=ready",
	]);
});

describe("ast_grep", () => {
	verifies("tools-files:ast-grep:output", async () => {
		await using project = await workspace({
			"src/a.ts": "log(1);\r\nlog(2);\r\n",
			"src/b.py": "log(3)\n",
			"src/broken.ts": "log(4);\nif (\n",
			"README.md": "log(5)\n",
		});
		const anchored = searching(project, { display: { hashlineEdits: true, hashLines: true, lineNumbers: false } });
		const output = await runTool(anchored, { pat: "log($X)" });
		expect(output.content).toBe(
			[
				"# src/",
				"## a.ts#3B9E",
				"*1:log(1);",
				"  meta: X=1",
				"*2:log(2);",
				"  meta: X=2",
				"",
				"## b.py#5506",
				"*1:log(3)",
				"  meta: X=3",
				"",
				"## broken.ts#750C",
				"*1:log(4);",
				"  meta: X=4",
				"",
				"Parse issues:",
				"- src/broken.ts: syntax error near line 2",
			].join("\n"),
		);
		expect(output.details).toMatchObject({
			matchCount: 4,
			fileCount: 3,
			filesSearched: 3,
			limitReached: false,
			parseErrors: ["- src/broken.ts: syntax error near line 2"],
			parseErrorsTotal: 1,
			scopePath: ".",
			cwd: project.path,
			files: ["src/a.ts", "src/b.py", "src/broken.ts"],
			fileMatches: [
				{ path: "src/a.ts", count: 2 },
				{ path: "src/b.py", count: 1 },
				{ path: "src/broken.ts", count: 1 },
			],
		});
		expect(output.details?.displayContent).toStartWith("# src/\n## a.ts\n*1|log(1);");

		await project.write("many.ts", "call(1);\n".repeat(60));
		const first = await runTool(searching(project), { pat: "call($N)", path: "many.ts" });
		expect(String(first.content).split("\n").slice(-2)).toEqual([
			"",
			"Result limit reached; narrow paths or increase limit. Use skip=50 for more.",
		]);
		expect(first.details).toMatchObject({ matchCount: 50, limitReached: true });
		const second = await runTool(searching(project), { pat: "call($N)", path: "many.ts", skip: 50 });
		expect(second.details).toMatchObject({ matchCount: 10, limitReached: false });
	});

	test("a pattern no language can read is told as such", async () => {
		await using project = await workspace({ "a.ts": "foo(); bar();\n", "b.ts": "foo(); bar();\n" });
		expect(await found(project, "foo(); bar()")).toBe(
			[
				"No matches found. The parse issues below may mean that the query does not fit these files.",
				"",
				"Parse issues:",
				"- a.ts: Multiple AST nodes are detected. Please check the pattern source `foo(); bar()`.",
			].join("\n"),
		);
	});

	test("a pattern that is no code, a file of no known language and a file too large are told", async () => {
		await using project = await workspace({ "a.ts": "foo(1)\n", "b.odd": "foo(1)\n" });
		await project.write("big.ts", "foo(1)\n".padEnd(5 * 1024 * 1024));
		expect(await found(project, "foo($A", "a.ts; b.odd; big.ts")).toBe(
			[
				"No matches found. The parse issues below may mean that the query does not fit these files.",
				"",
				"Parse issues:",
				"- big.ts: too large to be searched (5.0MB)",
				"- b.odd: no grammar for this kind of file",
				"- the pattern: not complete code in typescript",
			].join("\n"),
		);
	});

	test("bad calls are refused, and paths may be many", async () => {
		await using project = await workspace({ "a/x.ts": "foo(1)\n", "b/y.ts": "foo(2)\n", "c/z.ts": "foo(3)\n" });
		await expect(found(project, "  ")).rejects.toThrow("The pattern must not be empty");
		await expect(found(project, "foo($A)", "nope")).rejects.toThrow("Path not found: nope");
		await expect(runTool(searching(project), { pat: "x", skip: -1 })).rejects.toThrow(
			"Skip must be a non-negative number",
		);
		expect(await found(project, "foo($A)", "a; b/*.ts; nope")).toBe(
			"# a/\n## x.ts\n*1|foo(1)\n  meta: A=1\n\n# b/\n## y.ts\n*1|foo(2)\n  meta: A=2\n\nSkipped missing paths: nope",
		);
		expect(await found(project, "bar($A)")).toBe("No matches found");
		const past = await runTool(searching(project), { pat: "foo($A)", skip: 9 });
		expect(past.content).toBe("No more results (skip=9 is past the end)");
	});

	test("long matches and captures are shown in part", async () => {
		const body = Array.from({ length: 30 }, (_, index) => `\tstep${index}();`).join("\n");
		await using project = await workspace({ "a.js": `function go() {\n${body}\n}\n` });
		const rows = String(await found(project, "function $F() { $$$BODY }")).split("\n");
		expect([rows.length, rows.at(-2), rows.at(-1)?.length]).toEqual([23, " … 12 more lines", rows.at(-1)?.length]);
	});

	test("an abort ends the search", async () => {
		await using project = await workspace({ "a.ts": "foo(1)\n" });
		const signal = AbortSignal.abort();
		await expect(runTool(searching(project), { pat: "foo($A)" }, { signal })).rejects.toThrow();
	});

	test("the contract with the model is small and stays as it is", async () => {
		await using project = await workspace();
		const { name, prompt, parameters } = searching(project);
		expect({ name, prompt, parameters }).toMatchSnapshot();
		expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
	});
});
