import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fileUri, lspIn, range } from "../testing/lsp-in.ts";
import { flattenHover } from "./hover.ts";

const files = {
	"a.ts": "export function greet() {\n\treturn 1;\n}\n",
	"b.ts": 'import { greet } from "./a";\n\ngreet();\n',
};

verifies("tools-code-web:lsp:navigation", async () => {
	await using project = await workspace(files);
	const [a, b] = [fileUri(project.file("a.ts")), fileUri(project.file("b.ts"))];
	const references = [
		{ uri: b, range: range(2, 0, 5) },
		{ uri: a, range: range(0, 16, 21) },
		{ uri: b, range: range(0, 9, 14) },
		{ uri: b, range: range(0, 9, 14) },
	];
	let definition: unknown = { uri: a, range: range(0, 16, 21) };
	const { run, text, log } = lspIn(project.path, [
		{
			name: "ts",
			isProjectAware: true,
			answers: {
				"textDocument/definition": () => definition,
				"textDocument/typeDefinition": [],
				"textDocument/implementation": null,
				"textDocument/references": references,
			},
		},
	]);
	const at = { file: "b.ts", line: 3, symbol: "greet" };
	const found = "Found 1 definition(s):\n  a.ts:1:17\n    1: export function greet() {\n    2: \treturn 1;";
	expect(await run({ action: "definition", ...at })).toEqual({
		content: found,
		details: { action: "definition", success: true, serverName: "ts" },
	});
	expect(log.slice(0, 3)).toEqual(["ts sync b.ts v1", "ts projectLoaded", "ts textDocument/definition"]);
	definition = [{ targetUri: a, targetRange: range(0, 0, 30), targetSelectionRange: range(0, 16, 21) }];
	expect(await text({ action: "definition", ...at })).toBe(found);
	const nothing = { useless: true, details: { success: true, serverName: "ts" } };
	expect(await run({ action: "type_definition", ...at })).toMatchObject({
		content: "No type definition found",
		...nothing,
	});
	expect(await run({ action: "implementation", ...at })).toMatchObject({
		content: "No implementation found",
		...nothing,
	});
	expect(await text({ action: "references", ...at })).toBe(
		[
			"Found 3 reference(s):",
			"  a.ts:1:17",
			"    1: export function greet() {",
			"    2: \treturn 1;",
			"  b.ts:1:10",
			'    1: import { greet } from "./a";',
			"    2: ",
			"  b.ts:3:1",
			"    2: ",
			"    3: greet();",
			"    4: ",
		].join("\n"),
	);
	// Also after the file changed on disk, which is what the server then has.
	await project.write("b.ts", `// new\n${files["b.ts"]}`);
	await text({ action: "definition", ...at, line: 4 });
	expect(log.filter((line) => line.includes("sync"))).toEqual(["ts sync b.ts v1", "ts sync b.ts v2"]);
});

test("references: asked again when only the declaration came back, and more than 50 come without context", async () => {
	await using project = await workspace(files);
	const a = fileUri(project.file("a.ts"));
	const declaration = { uri: a, range: range(0, 16, 21) };
	let asked = 0;
	const answer = () => {
		asked++;
		return asked < 3 ? [declaration] : Array.from({ length: 60 }, (_, line) => ({ uri: a, range: range(line, 0, 1) }));
	};
	const { text } = lspIn(project.path, [{ answers: { "textDocument/references": answer } }]);
	const lines = (await text({ action: "references", file: "a.ts", line: 1, symbol: "greet" })).split("\n");
	expect(asked).toBe(3);
	expect(lines[0]).toBe("Found 60 reference(s):");
	expect(lines.slice(-11)[0]).toBe("... 10 additional reference(s) shown without context");
	expect(lines.at(-1)).toBe("  a.ts:60:1");
	const lone = lspIn(project.path, [{ answers: { "textDocument/references": [declaration] } }]);
	expect(await lone.text({ action: "references", file: "a.ts", line: 1, symbol: "greet" })).toStartWith(
		"Found 1 reference(s):",
	);
	expect(lone.log.filter((line) => line.endsWith("references"))).toHaveLength(3);
});

test("places outside the project have full paths, and neither secrets nor large files are shown", async () => {
	await using project = await workspace({
		"p/a.ts": "x\n",
		"lib.d.ts": "declare const x: 1;\n",
		".ssh/id_rsa": "PRIVATE\n",
	});
	await symlink(project.file(".ssh/id_rsa"), project.file("link.ts"));
	await project.write("large.ts", "y".repeat(1024 * 1024 + 1));
	const uris = ["lib.d.ts", "link.ts", "large.ts", "gone.ts"].map((name) => fileUri(project.file(name)));
	const answer = [...uris, "jdt://contents/rt.jar"].map((uri) => ({ uri, range: range(0, 0, 1) }));
	const servers = [{ answers: { "textDocument/definition": answer } }];
	const { text } = lspIn(project.file("p"), servers, { home: project.path });
	expect(await text({ action: "definition", file: "a.ts", line: 1 })).toBe(
		[
			"Found 5 definition(s):",
			`  ${project.file("lib.d.ts")}:1:1`,
			"    1: declare const x: 1;",
			"    2: ",
			`  ${project.file("link.ts")}:1:1`,
			`  ${project.file("large.ts")}:1:1`,
			`  ${project.file("gone.ts")}:1:1`,
			"  jdt://contents/rt.jar:1:1",
		].join("\n"),
	);
});

test("a server that counts bytes is asked and understood in bytes", async () => {
	await using project = await workspace({ "a.ts": 'const ä = "ö"; use(ä);\n' });
	const asked: unknown[] = [];
	const answer = (params: { position: unknown }) => {
		asked.push(params.position);
		return { uri: fileUri(project.file("a.ts")), range: range(0, 21, 23) };
	};
	const { text } = lspIn(project.path, [{ isUtf8: true, answers: { "textDocument/definition": answer } }]);
	const found = await text({ action: "definition", file: "a.ts", line: 1, symbol: "ä#2" });
	expect(asked).toEqual([{ line: 0, character: 21 }]);
	expect(found).toStartWith("Found 1 definition(s):\n  a.ts:1:20\n");
});

test("of several servers the first that can is asked; linters never are", async () => {
	await using project = await workspace(files);
	const answers = { "textDocument/hover": { contents: "text" } };
	const linter = { name: "eslint", isLinter: true, answers };
	const both = lspIn(project.path, [linter, { name: "emmet" }, { name: "ts", answers }]);
	expect((await both.run({ action: "hover", file: "a.ts" })).details?.serverName).toBe("ts");
	const alone = lspIn(project.path, [linter]);
	expect(await alone.text({ action: "hover", file: "a.ts" })).toBe("No language server found for this action");
	const broken = lspIn(project.path, [{ name: "ts", problem: "program not found" }]);
	expect(await broken.run({ action: "hover", file: "a.ts" })).toEqual({
		content: "LSP error: ts: program not found",
		details: { action: "hover", success: false, serverName: "ts" },
	});
	const unable = lspIn(project.path, [{ name: "emmet" }]);
	expect(await unable.text({ action: "hover", file: "a.ts" })).toBe(
		"LSP error: emmet: does not support textDocument/hover",
	);
});

verifies("tools-code-web:lsp:hover-and-symbols", async () => {
	expect(flattenHover("\x1b[2Ja\x07\tb\r\nc")).toBe("[2Ja\tb\nc");
	expect(flattenHover({ kind: "markdown", value: "**x**\n" })).toBe("**x**");
	expect(flattenHover(["one", { language: "ts", value: "const x: 1" }, ""])).toBe("one\n\nconst x: 1");
	await using project = await workspace(files);
	const a = fileUri(project.file("a.ts"));
	const symbol = (name: string, line: number) => ({ name, kind: 12, location: { uri: a, range: range(line, 4, 5) } });
	let outline: unknown = [
		{
			name: "Greeter",
			kind: 5,
			range: range(0, 0, 9),
			selectionRange: range(1, 0, 9),
			children: [{ name: "greet", kind: 6, range: range(2, 0, 1), selectionRange: range(2, 0, 1) }],
		},
	];
	const many = Array.from({ length: 250 }, (_, line) => symbol(`greet${line}`, line));
	const { run, text } = lspIn(project.path, [
		{
			name: "ts",
			answers: {
				"textDocument/hover": { contents: { kind: "plaintext", value: "" } },
				"textDocument/documentSymbol": () => outline,
				"workspace/symbol": ({ query }: { query: string }) =>
					query === "all"
						? many.map((one) => ({ ...one, name: `all${one.name}` }))
						: [symbol("greet", 0), symbol("other", 1)],
			},
		},
		{ name: "py", fileTypes: [".py"], answers: { "workspace/symbol": [symbol("greet", 0), symbol("Greeting", 2)] } },
		{ name: "go", fileTypes: [".go"], problem: "no go" },
	]);
	expect(await run({ action: "hover", file: "a.ts", line: 1 })).toMatchObject({
		content: "No hover information",
		useless: true,
	});
	expect(await text({ action: "symbols", file: "a.ts" })).toBe(
		"Symbols in a.ts:\nclass Greeter @ line 2\n  method greet @ line 3",
	);
	outline = [symbol("late", 9), symbol("early", 1)];
	expect(await text({ action: "symbols", file: "a.ts" })).toBe(
		"Symbols in a.ts:\nfunction early @ line 2\nfunction late @ line 10",
	);
	expect(await text({ action: "symbols", file: "*", query: "greet" })).toBe(
		[
			'Found 2 symbol(s) matching "greet":',
			"  function greet @ a.ts:1:5",
			"  function Greeting @ a.ts:3:5",
			"go: no go",
		].join("\n"),
	);
	const lines = (await text({ action: "symbols", file: "*", query: "all" })).split("\n");
	expect([lines.length, lines[0]]).toEqual([203, 'Found 250 symbol(s) matching "all":']);
	expect(lines[201]).toBe("... 50 more; narrow the query");
	expect(await text({ action: "symbols", file: "*" })).toBe("Error: query parameter required for workspace symbols");
});
