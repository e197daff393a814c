import { expect, test } from "bun:test";
import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { CodeAction } from "vscode-languageserver-types";
import { fileUri, lspIn, range } from "../testing/lsp-in.ts";

const at = { action: "code_actions", file: "a.ts", line: 1 } as const;

interface ActionParams {
	readonly range: unknown;
	readonly context: { readonly only?: readonly string[]; readonly diagnostics: ReadonlyArray<{ message: string }> };
}

verifies("tools-code-web:lsp:code-actions", async () => {
	await using project = await workspace({ "a.ts": "const a = b;\n", "b.ts": "" });
	const a = fileUri(project.file("a.ts"));
	const edit = (newText: string) => ({ changes: { [a]: [{ range: range(0, 10, 11), newText }] } });
	const actions: CodeAction[] = [
		{ title: "Declare b", kind: "quickfix", isPreferred: true, data: 1 },
		{ title: "Replace b by c", kind: "quickfix", edit: edit("c") },
		{ title: "Extract", kind: "refactor.extract", disabled: { reason: "nothing is selected" } },
		{ title: "Sort imports", kind: "source.organizeImports", command: { title: "", command: "sort", arguments: [1] } },
	];
	const asked: ActionParams[] = [];
	const { run, text, log } = lspIn(project.path, [
		{
			name: "ts",
			capabilities: { codeActionProvider: { resolveProvider: true }, executeCommandProvider: { commands: ["sort"] } },
			diagnostics: [{ range: range(0, 10, 11), message: "no b" }],
			answers: {
				"textDocument/codeAction": (params: ActionParams) => {
					asked.push(params);
					const [only] = params.context.only ?? [];
					return actions.filter(({ kind }) => only === undefined || kind?.startsWith(only));
				},
				"codeAction/resolve": (action: CodeAction) => ({ ...action, ...(action.data === 1 && { edit: edit("d") }) }),
				"workspace/executeCommand": async (_params: unknown, client: LanguageClient) => {
					const inserted = { changes: { [a]: [{ range: range(0, 0, 0), newText: "// sorted\n" }] } };
					return client.onApplyEdit?.(inserted, "Sort");
				},
			},
		},
	]);
	expect(await text(at)).toBe(
		[
			"4 code action(s):",
			"  0: [quickfix] Declare b (preferred)",
			"  1: [quickfix] Replace b by c",
			"  2: [refactor.extract] Extract (not possible here: nothing is selected)",
			"  3: [source.organizeImports] Sort imports",
		].join("\n"),
	);
	// Where only a line is named, fixes of the problems on it are among them.
	expect(asked.map((params) => params.range)).toEqual([range(0, 0, 0), range(0, 10, 11)]);
	expect(asked[0]?.context.diagnostics).toEqual([{ range: range(0, 10, 11), message: "no b" }] as never);
	expect(await text({ ...at, query: "quickfix", symbol: "b" })).toStartWith("2 code action(s):");
	expect(asked.at(-1)?.context.only).toEqual(["quickfix"]);
	expect(await text({ ...at, query: "replace" })).toBe("1 code action(s):\n  1: [quickfix] Replace b by c");

	expect(await text({ ...at, apply: true, query: "0" })).toBe(
		'Applied "Declare b":\n  Workspace edit:\n    Applied 1 edit(s) to a.ts',
	);
	expect(await project.read("a.ts")).toBe("const a = d;\n");
	expect(await text({ ...at, apply: true, query: "replace b" })).toStartWith('Applied "Replace b by c":');
	expect(await text({ ...at, apply: true, query: "source.organizeImports" })).toBe(
		[
			'Applied "Sort imports":',
			"  Workspace edit:",
			"    Applied 1 edit(s) to a.ts",
			"  Executed command(s):",
			"    sort",
		].join("\n"),
	);
	expect(await project.read("a.ts")).toBe("// sorted\nconst a = c;\n");
	expect(log.at(-1)).toBe("ts saved a.ts");

	const missed = await run({ ...at, apply: true, query: "nothing" });
	expect(missed.content).toStartWith('No code action matches "nothing". Available actions:\n  0: [quickfix] Declare b');
	expect(missed.details?.success).toBe(false);
	expect(await text({ ...at, apply: true, query: "b" })).toStartWith(
		'2 code actions match "b"; use the index. Available',
	);
	expect(await text({ ...at, apply: true, query: "extract" })).toBe(
		'"Extract" is not possible here: nothing is selected',
	);
	expect(await text({ ...at, apply: true })).toStartWith("Error: query parameter required to apply a code action");
});

test("a number means what the list last shown had there", async () => {
	await using project = await workspace({ "a.ts": "x\n" });
	const edit = { changes: { [fileUri(project.file("a.ts"))]: [{ range: range(0, 0, 1), newText: "sorted" }] } };
	let actions: CodeAction[] = [
		{ title: "Fix", kind: "quickfix" },
		{ title: "Sort", kind: "source.sort", edit },
	];
	const answer = ({ context }: ActionParams) =>
		actions.filter(({ kind }) => context.only === undefined || kind === context.only[0]);
	const { text } = lspIn(project.path, [{ name: "ts", answers: { "textDocument/codeAction": answer } }]);
	expect(await text({ ...at, query: "source.sort" })).toBe("1 code action(s):\n  0: [source.sort] Sort");
	expect(await text({ ...at, apply: true, query: "0" })).toStartWith('Applied "Sort":');
	await text(at);
	actions = actions.toReversed();
	expect(await text({ ...at, apply: true, query: "0" })).toStartWith(
		"The code actions here have changed since they were listed. Available actions:",
	);
});

test("what a command wants to edit is checked, and a command for editors is not run", async () => {
	await using project = await workspace({ "a.ts": "x\n", ".git/config": "x\n" });
	const hook = fileUri(project.file(".git/config"));
	const command = (name: string) => ({ title: name, command: { title: name, command: name } });
	const { run, servers } = lspIn(project.path, [
		{
			name: "ts",
			capabilities: { executeCommandProvider: { commands: ["evil"] } },
			answers: {
				"textDocument/codeAction": [command("evil"), command("editor.open")],
				"workspace/executeCommand": async (_params: unknown, client: LanguageClient) =>
					client.onApplyEdit?.({ changes: { [hook]: [{ range: range(0, 0, 1), newText: "y" }] } }, undefined),
			},
		},
	]);
	const evil = await run({ ...at, apply: true, query: "evil" });
	expect(String(evil.content)).toStartWith("LSP error: The edit would change .git/config, so all of it is refused.");
	expect(await project.read(".git/config")).toBe("x\n");
	expect(servers.runningClient("ts")?.onApplyEdit).toBeUndefined();
	expect(await run({ ...at, apply: true, query: "editor" })).toMatchObject({
		content: "LSP error: the command editor.open is one that an editor would run",
		details: { success: false },
	});
});

test("fixes of a linter stand beside those of the type server, and go to the linter", async () => {
	await using project = await workspace({ "a.ts": "var a = 1;\n" });
	const a = fileUri(project.file("a.ts"));
	const fix = {
		title: "Fix no-var",
		kind: "quickfix",
		edit: { changes: { [a]: [{ range: range(0, 0, 3), newText: "let" }] } },
	};
	const { run, text } = lspIn(project.path, [
		{ name: "ts", answers: { "textDocument/codeAction": [{ title: "Extract", kind: "refactor" }] } },
		{ name: "eslint", isLinter: true, answers: { "textDocument/codeAction": [fix] } },
		{ name: "broken", isLinter: true, problem: "crashed" },
	]);
	expect(await text(at)).toBe("2 code action(s):\n  0: [refactor] Extract\n  1: [quickfix] Fix no-var");
	const applied = await run({ ...at, query: "no-var", apply: true });
	expect(applied.details).toMatchObject({ success: true, serverName: "eslint" });
	expect(await project.read("a.ts")).toBe("let a = 1;\n");
});
