import { expect, test } from "bun:test";
import { chmod, symlink } from "node:fs/promises";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { localShell } from "@oh-my-pi/pi-natives/shell/shell";
import { judgeAction } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Diagnostic } from "vscode-languageserver-types";
import { lspIn, range } from "../testing/lsp-in.ts";
import { findProjectCheck } from "./project-check.ts";

function problem(line: number, message: string, more: Partial<Diagnostic> = {}): Diagnostic {
	return { range: range(line, 8, 9), message, severity: 1, ...more };
}

verifies("tools-code-web:lsp:diagnostics-file", async () => {
	await using project = await workspace({ "src/a.ts": "const a = b;\n", "b.txt": "" });
	const error = problem(0, "Cannot find 'b'.", { source: "ts", code: 2304 });
	const unused = problem(0, "Unused.", { severity: 2, source: "eslint", code: "no-unused-vars" });
	const { run } = lspIn(project.path, [
		{ name: "eslint", isLinter: true, diagnostics: [unused, { ...error, source: "eslint" }] },
		{ name: "ts", diagnostics: [error, problem(3, "Second.")] },
	]);
	expect(await run({ action: "diagnostics", file: "src/a.ts" })).toEqual({
		content: [
			"2 error(s), 1 warning(s):",
			"# src/a.ts",
			"  1:9 [error] [ts] Cannot find 'b'. (2304)",
			"  4:9 [error] Second.",
			"  1:9 [warning] [eslint] Unused. (no-unused-vars)",
		].join("\n"),
		details: { action: "diagnostics", success: true, serverName: "ts, eslint" },
	});
	const good = lspIn(project.path, [{ name: "ts" }]);
	expect(await good.text({ action: "diagnostics", file: "src/a.ts" })).toBe("OK");
	const many = lspIn(project.path, [{ diagnostics: Array.from({ length: 60 }, (_, line) => problem(line, "x")) }]);
	const text = await many.text({ action: "diagnostics", file: "src/a.ts" });
	expect(text.split("\n")).toHaveLength(53);
	expect(text).toEndWith("  50:9 [error] x\n  ... 10 more");
	expect(await many.text({ action: "diagnostics", file: "b.txt" })).toBe("No language server found for this action");
});

test("a server that does not answer is never OK, and one that fails is named", async () => {
	await using project = await workspace({ "a.ts": "" });
	const silent = { name: "slow", diagnostics: () => undefined };
	const file = { action: "diagnostics", file: "a.ts" } as const;
	const alone = await lspIn(project.path, [silent]).run(file);
	expect([alone.content, alone.details?.success]).toEqual(["no answer from slow in 3 s", false]);
	const both = [silent, { name: "ts" }, { name: "broken", isLinter: true, problem: "exited with code 1" }];
	expect(await lspIn(project.path, both).text(file)).toBe(
		"No problems from ts\nno answer from slow in 3 s\nLSP error: broken: exited with code 1",
	);
	expect(await lspIn(project.path, [silent, { name: "ts", diagnostics: [problem(0, "x")] }]).text(file)).toBe(
		"1 error(s):\n# a.ts\n  1:9 [error] x\nno answer from slow in 3 s",
	);
});

test("when the time is up, what others answered is there", async () => {
	await using project = await workspace({ "a.ts": "" });
	const servers = [
		{ name: "jdtls", hangs: true },
		{ name: "ts", diagnostics: [problem(0, "x")] },
	];
	const { text } = lspIn(project.path, servers);
	expect(await text({ action: "diagnostics", file: "a.ts", timeout: 5 })).toBe(
		"1 error(s):\n# a.ts\n  1:9 [error] x\nno answer from jdtls in 5 s",
	);
	await expect(
		lspIn(project.path, servers.slice(0, 1)).text({ action: "diagnostics", file: "a.ts", timeout: 5 }),
	).rejects.toThrow("LSP diagnostics timed out after 5s on jdtls.");
}, 30_000);

test("a program that is run for each file is asked too", async () => {
	await using project = await workspace({ "a.ts": "" });
	const { text } = lspIn(project.path, [
		{ name: "biome", isLinter: true, linterProgram: "biome", diagnostics: [problem(0, "x")] },
	]);
	expect(await text({ action: "diagnostics", file: "a.ts" })).toBe("1 error(s):\n# a.ts\n  1:9 [error] x");
});

verifies("tools-code-web:lsp:diagnostics-glob", async () => {
	await using project = await workspace({ "src/a.ts": "", "src/b.ts": "", "src/c.txt": "", ".ssh/id_rsa.ts": "" });
	const diagnostics = (path: string) =>
		path.endsWith("a.ts") ? [problem(0, "x"), problem(1, "y", { severity: 2 })] : [];
	const { run, text } = lspIn(project.path, [{ diagnostics }]);
	expect(await text({ action: "diagnostics", file: "src/*" })).toBe(
		[
			"✘ src/a.ts: 1 error(s), 1 warning(s)",
			"  1:9 [error] x",
			"  2:9 [warning] y",
			"✓ src/b.ts: OK",
			"✘ src/c.txt: No language server found",
		].join("\n"),
	);
	// A folder stands for its files that a server knows.
	expect((await text({ action: "diagnostics", file: "src" })).split("\n").at(-1)).toBe("✓ src/b.ts: OK");
	expect(await run({ action: "diagnostics", file: "**/*.rs" })).toMatchObject({
		content: "No files match **/*.rs",
		useless: true,
	});
	for (let number = 10; number < 35; number++) await project.write(`many/${number}.ts`, "");
	const lines = (await text({ action: "diagnostics", file: "many/*.ts" })).split("\n");
	expect(lines[0]).toBe("⚠ 25 files match many/*.ts; only 20 were checked");
	expect([lines.length, lines[1], lines[20]]).toEqual([21, "✓ many/10.ts: OK", "✓ many/29.ts: OK"]);
	const slow = lspIn(project.path, [{ name: "slow", diagnostics: () => undefined }]);
	expect(await slow.run({ action: "diagnostics", file: "src/*.ts" })).toMatchObject({
		content: "✘ src/a.ts: no answer from slow in 3 s\n✘ src/b.ts: no answer from slow in 3 s",
		details: { success: false },
	});
});

test("files with secrets are refused under every name", async () => {
	await using project = await workspace({ "home/.ssh/id_rsa": "PRIVATE", "home/.aws/credentials": "", "p/a.ts": "" });
	await symlink(project.file("home/.ssh/id_rsa"), project.file("p/key.ts"));
	const { text, tool } = lspIn(project.file("p"), [{ fileTypes: [".ts", "credentials"] }], {
		home: project.file("home"),
	});
	await expect(text({ action: "diagnostics", file: "key.ts" })).rejects.toThrow(
		"holds secrets, which are not for tools",
	);
	await expect(text({ action: "symbols", file: "~/.ssh/id_rsa" })).rejects.toThrow("holds secrets");
	expect(await text({ action: "diagnostics", file: "~/.aws/*" })).toBe(
		`✘ ${project.file("home/.aws/credentials")}: may hold keys; name it outright`,
	);
	expect(await buildCall(tool, { action: "hover", file: "~/.aws/credentials" }).approval()).toMatchObject({
		override: true,
	});
});

verifies("tools-code-web:lsp:diagnostics-workspace", async () => {
	const checkIn = async (files: Record<string, string>) => {
		await using project = await workspace(files);
		return findProjectCheck(project.path);
	};
	expect(await checkIn({ "Cargo.toml": "", "tsconfig.json": "" })).toEqual({
		kind: "rust",
		line: "cargo check --message-format=short",
	});
	expect(await checkIn({ "tsconfig.json": "" })).toEqual({ kind: "typescript", line: "npx --no-install tsc --noEmit" });
	expect(await checkIn({ "go.work": 'go 1.22\nuse (\n\t./a // main\n\t"./b c"\n)\nuse ./d\n' })).toEqual({
		kind: "go",
		line: "go build ./a/... './b c/...' ./d/...",
	});
	expect(await checkIn({ "go.mod": "" })).toEqual({ kind: "go", line: "go build ./..." });
	expect(await checkIn({ "pyproject.toml": "" })).toEqual({ kind: "python", line: "pyright" });
	expect(await checkIn({})).toBeUndefined();

	const script = "#!/bin/sh\nseq -f 'src/a.ts(%.0f,1): error TS1: bad' 60\nexit 2\n";
	await using project = await workspace({ "tsconfig.json": "{}", "node_modules/.bin/tsc": script });
	await chmod(project.file("node_modules/.bin/tsc"), 0o755);
	const { text, tool } = lspIn(project.path, [], { shell: localShell({ shellPath: "/bin/bash" }) });
	const lines = (await text({ action: "diagnostics", file: "*" })).split("\n");
	expect([lines[0], lines[1], lines[50]]).toEqual([
		"Workspace diagnostics (typescript):",
		"src/a.ts(1,1): error TS1: bad",
		"src/a.ts(50,1): error TS1: bad",
	]);
	expect(lines.slice(51)).toEqual(["... 10 more lines", "`node_modules/.bin/tsc --noEmit` exited with code 2"]);
	// The question shows it.
	expect(tool.approvalDetails?.({ action: "diagnostics", file: "*" })).toEqual([
		"Command: node_modules/.bin/tsc --noEmit",
	]);
	// It runs what the project brings, so it is judged as that command.
	const command = { kind: "command", line: "node_modules/.bin/tsc --noEmit", cwd: project.path } as const;
	const asCommand = await judgeAction(command, { cwd: project.path, home: "/home/nobody" });
	expect(asCommand).not.toBe("read");
	expect(await buildCall(tool, { action: "diagnostics", file: "*" }).approval()).toEqual(asCommand);
	await project.write("node_modules/.bin/tsc", "#!/bin/sh\n");
	await chmod(project.file("node_modules/.bin/tsc"), 0o755);
	expect(await text({ action: "diagnostics", file: "*" })).toBe("Workspace diagnostics (typescript):\nOK");
	const withoutShell = lspIn(project.path, []);
	await expect(withoutShell.text({ action: "diagnostics", file: "*" })).rejects.toThrow(
		"Commands are switched off here",
	);
	await using empty = await workspace();
	expect(await lspIn(empty.path, []).text({ action: "diagnostics", file: "*" })).toBe(
		`Unknown project type: none of Cargo.toml, tsconfig.json, go.work, go.mod, pyproject.toml is in ${empty.path}. Pass a file or a glob instead of *.`,
	);
});
