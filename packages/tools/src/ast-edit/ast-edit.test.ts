import { describe, expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localFinder } from "../files/open/file-finder.ts";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { resolveTool } from "../resolve/resolve.ts";
import { PendingQueue } from "../services/pending-actions.ts";
import { type AstEditPorts, astEditTool } from "./ast-edit.ts";

const finder = localFinder();

function rewriting(project: Workspace, overrides: Partial<AstEditPorts> = {}) {
	const pending = new PendingQueue();
	const tool = astEditTool({
		cwd: () => project.path,
		home: "/nowhere",
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
		finder,
		pending,
		...overrides,
	});
	const resolve = resolveTool({ pending });
	return {
		tool,
		pending,
		preview: (ops: Array<{ pat: string; out: string }>, paths = ["."]) => runTool(tool, { ops, paths }),
		apply: () => runTool(resolve, { action: "apply", reason: "as wanted" }),
	};
}

test("a pattern that is no code is named where nothing was replaced", async () => {
	await using project = await workspace({ "a.ts": "f(1);\n" });
	const { preview } = rewriting(project);
	expect((await preview([{ pat: "function (", out: "x" }])).content).toBe(
		'No replacements made\n\nParse issues:\n- the pattern "function (": not complete code in typescript',
	);
	expect((await preview([{ pat: "g($A)", out: "x" }])).content).toBe(
		"No replacements made\n\nNothing in 1 file matches; patterns match code of the same structure, so look at how it is written there.",
	);
});

test("a renamed word that still stands elsewhere is told, with the files, and equal changes are one row", async () => {
	await using project = await workspace({
		"a.ts": `${"app.addParser(1);\n".repeat(5)}const { addParser } = app;\nexport { addParser };\n`,
		"docs/use.md": "Call `addParser` and addParser again; addParsers is another.\n",
		"b.ts": "f();\n",
	});
	const { preview } = rewriting(project);
	const { content } = await preview([{ pat: "$A.addParser", out: "$A.addReader" }]);
	expect(content).toContain("5 × app.addParser → app.addReader: lines 1, 2, 3, 4, 5");
	expect(content).toContain(
		"\n4 more places have the word `addParser`, which this pattern does not match: a.ts (2), docs/use.md (2).",
	);
	const whole = await preview([{ pat: "f()", out: "g()" }]);
	expect(whole.content).not.toContain("more place");
});

verifies("tools-files:ast-edit:preview-then-apply", async () => {
	const files = { "src/a.ts": "f(1, 2);\n\tf(3, 4);\n", "src/b.ts": "const x = f(5, g(6));\r\n", "c.ts": "h();\n" };
	await using project = await workspace(files);
	const { preview, apply, pending } = rewriting(project);
	const output = await preview([{ pat: "f($A, $B)", out: "F($B, $A)" }]);
	expect(output.content).toBe(
		[
			"Staged, not yet applied: 3 replacements in 2 files. Call `resolve` to apply or discard it.",
			"",
			"# src/",
			"## a.ts#0CF9 (2 replacements)",
			"-1:f(1, 2)",
			"+1:F(2, 1)",
			"-2:f(3, 4)",
			"+2:F(4, 3)",
			"",
			"## b.ts#110B (1 replacement)",
			"-1:f(5, g(6))",
			"+1:F(g(6), 5)",
		].join("\n"),
	);
	expect(output.details).toMatchObject({
		totalReplacements: 3,
		filesTouched: 2,
		filesSearched: 3,
		applied: false,
		limitReached: false,
		scopePath: ".",
		files: ["src/a.ts", "src/b.ts"],
		fileReplacements: [
			{ path: "src/a.ts", count: 2 },
			{ path: "src/b.ts", count: 1 },
		],
	});
	expect(pending.waiting?.label).toBe("AST Edit: 3 replacements in 2 files");
	expect(await project.read("src/a.ts")).toBe(files["src/a.ts"]);
	await apply();
	expect([await project.read("src/a.ts"), await project.read("src/b.ts"), await project.read("c.ts")]).toEqual([
		"F(2, 1);\n\tF(4, 3);\n",
		"const x = F(g(6), 5);\r\n",
		"h();\n",
	]);
});

verifies("tools-files:ast-edit:apply-text", async () => {
	await using project = await workspace({ "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
	const { preview, apply } = rewriting(project);
	await preview([{ pat: "f($A)", out: "g($A)" }]);
	const output = await apply();
	expect(output.content).toBe("Applied 2 replacements in 2 files.\n[a.ts#E76A]\n[b.ts#D922]");
	expect(output.details).toMatchObject({
		action: "apply",
		label: "AST Edit: 2 replacements in 2 files",
		sourceToolName: "ast_edit",
		sourceResultDetails: {
			applied: true,
			totalReplacements: 2,
			displayContent: "-1|f(1);\n+1|g(1);\n-1|f(2);\n+1|g(2);",
		},
	});
});

verifies("tools-files:ast-edit:stale-preview", async () => {
	await using project = await workspace({ "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
	const { preview, apply } = rewriting(project);
	await preview([{ pat: "f($A)", out: "g($A)" }]);
	await project.write("b.ts", "f(2);\nf(3);\n");
	const output = await apply();
	expect(output).toMatchObject({
		content:
			"The preview is stale: it showed 2 replacements in 2 files, but there are now 3 replacements in 2 files. Nothing was changed; run ast_edit again.",
		isError: true,
	});
	expect([await project.read("a.ts"), await project.read("b.ts")]).toEqual(["f(1);\n", "f(2);\nf(3);\n"]);
});

verifies("tools-files:ast-edit:overlap", async () => {
	await using project = await workspace({ "a.ts": "f(f(1));\n" });
	const { preview, pending } = rewriting(project);
	await expect(preview([{ pat: "f($A)", out: "g($A)" }])).rejects.toThrow(
		"Overlapping replacements detected; refine pattern to avoid ambiguous edits",
	);
	expect(pending.waiting).toBeUndefined();
});

describe("ast_edit", () => {
	const rewritten = async (source: string, ops: Array<{ pat: string; out: string }>, name = "a.ts") => {
		await using project = await workspace({ [name]: source });
		const { preview, apply } = rewriting(project);
		await preview(ops);
		await apply();
		return await project.read(name);
	};

	test("lists keep what stands between their items", async () => {
		expect(await rewritten("f(1,  2 /* two */, 3);\n", [{ pat: "f($$$ARGS)", out: "g(0, $$$ARGS)" }])).toBe(
			"g(0, 1,  2 /* two */, 3);\n",
		);
		expect(await rewritten("f();\n", [{ pat: "f($$$ARGS)", out: "g([$$$ARGS])" }])).toBe("g([]);\n");
	});

	test("what is longer than a line is indented to its place", async () => {
		const source = "\tif (a) {\n\t\tgo();\n\t\tstop();\n\t}\n";
		expect(await rewritten(source, [{ pat: "if ($C) { $$$B }", out: "when($C, () => {\n\t$$$B\n});" }])).toBe(
			"\twhen(a, () => {\n\t\tgo();\n\t\tstop();\n\t});\n",
		);
	});

	test("an empty `out` takes a line that it empties along", async () => {
		expect(await rewritten("a();\n  debug(1);\nb(); debug(2); c();\n", [{ pat: "debug($X);", out: "" }])).toBe(
			"a();\nb();  c();\n",
		);
	});

	test("several rules work in one go, also in other languages", async () => {
		const ops = [
			{ pat: "old($A)", out: "new($A)" },
			{ pat: "gone()", out: "" },
		];
		expect(await rewritten("x = old(1) + old(2)\ngone()\n", ops, "a.py")).toBe("x = new(1) + new(2)\n");
	});

	test("places count in characters that take two units", async () => {
		expect(await rewritten('const é = "😀"; f(1);\n', [{ pat: "f($A)", out: "g($A)" }])).toBe(
			'const é = "😀"; g(1);\n',
		);
	});

	test("what cannot be changed safely is left out and named", async () => {
		await using project = await workspace({
			"bad.ts": "f(1);\nif (\n",
			"gen.ts": "// @generated\nf(2);\n",
			"same.ts": "g(3);\n",
		});
		const { preview, pending } = rewriting(project);
		const output = await preview([
			{ pat: "f($A)", out: "g($A)" },
			{ pat: "g($A)", out: "g($A)" },
		]);
		expect(output.content).toBe(
			[
				"No replacements made",
				"",
				"Parse issues:",
				"- bad.ts: syntax error near line 2",
				"- gen.ts: auto-generated; skipped",
			].join("\n"),
		);
		expect(pending.waiting).toBeUndefined();
	});

	test("bad calls are refused with what is allowed", async () => {
		await using project = await workspace({ "a.ts": "f(1);\n" });
		const { preview } = rewriting(project);
		await expect(preview([])).rejects.toThrow("`ops` is empty");
		await expect(preview([{ pat: "f($A)", out: "x" }], [])).rejects.toThrow("`paths` is empty");
		await expect(preview([{ pat: " ", out: "x" }])).rejects.toThrow("The pattern must not be empty");
		const twice = [
			{ pat: "f($A)", out: "x" },
			{ pat: "f($A) ", out: "y" },
		];
		await expect(preview(twice)).rejects.toThrow("Duplicate pattern: f($A).");
		await expect(preview([{ pat: "f($A)", out: "g($B)" }])).rejects.toThrow("`out` uses $B, but `f($A)` binds $A.");
	});

	test("only so many files are looked at, and plan mode changes none", async () => {
		await using project = await workspace({ "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
		const few = rewriting(project, { maxFiles: 1 });
		const output = await few.preview([{ pat: "f($A)", out: "g($A)" }]);
		expect(output.details).toMatchObject({ filesTouched: 1, limitReached: true });
		expect(output.content).toEndWith("\n\nLimit reached; narrow paths.");
		const planning = rewriting(project, { isTreeReadOnly: () => true });
		await planning.preview([{ pat: "f($A)", out: "g($A)" }]);
		await expect(planning.apply()).rejects.toThrow("Plan mode: the working tree is read-only.");
		expect(await project.read("a.ts")).toBe("f(1);\n");
	});

	test("without anchors rows have columns", async () => {
		await using project = await workspace({ "a.ts": "x = f(1);\n" });
		const { preview } = rewriting(project, { display: { hashlineEdits: false, hashLines: true, lineNumbers: true } });
		const output = await preview([{ pat: "f($A)", out: "g($A)" }]);
		expect(output.content).toEndWith("# a.ts (1 replacement)\n-1:5 f(1)\n+1:5 g(1)");
	});

	test("folders outside the workspace are asked about", async () => {
		await using project = await workspace();
		const { tool } = rewriting(project);
		const approval = (paths: string[]) =>
			typeof tool.approval === "function" ? tool.approval({ ops: [], paths }) : undefined;
		expect([await approval(["src/**/*.ts", "*.ts"]), await approval(["../other/*.ts"])]).toEqual([
			"write",
			{ tier: "write", reason: "Writes outside the workspace: ../other/", override: true },
		]);
	});

	test("the contract with the model is small and stays as it is", async () => {
		await using project = await workspace();
		const { name, prompt, parameters } = rewriting(project).tool;
		expect({ name, prompt, parameters }).toMatchSnapshot();
		expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
	});
});
