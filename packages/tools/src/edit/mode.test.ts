import { expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { chooseEditMode, editModes } from "../services/edit-mode.ts";
import { writeTool } from "../write/write.ts";
import { editTool } from "./edit.ts";
import { editing } from "./testing/editing.ts";

verifies("tools-files:edit:mode-choice", async () => {
	const modelVariants = { gpt: "patch", "openai/gpt-5*": "apply_patch", "*sonnet*": "replace", bad: "nonsense" };
	const sources = { modelVariants, forced: "patch", preferred: "apply_patch" };
	expect([
		chooseEditMode({ ...sources, model: "openai/gpt-5-codex" }),
		chooseEditMode({ ...sources, model: "azure/gpt-4.1" }),
		chooseEditMode({ ...sources, model: "anthropic/claude-sonnet-4-5" }),
		chooseEditMode({ ...sources, model: "acme/bad" }),
		chooseEditMode({ preferred: "apply_patch", model: "acme/a-1" }),
		chooseEditMode({ forced: "nonsense", preferred: "nonsense", model: "acme/a-1" }),
		chooseEditMode({}),
	]).toEqual(["apply_patch", "patch", "replace", "patch", "apply_patch", "hashline", "hashline"]);

	await using project = await editing();
	const contracts = editModes.map((mode) => {
		const { name, prompt, parameters } = editTool({ ...project.ports, mode });
		return { mode, name, prompt, parameters };
	});
	expect(contracts).toMatchSnapshot();
});

test.each([
	["google/gemma-3-27b-it", "replace"],
	["meta/llama-3.1-8b-instruct", "replace"],
	["openai/gpt-5-nano", "replace"],
	["ollama/qwen2.5-coder-7b", "replace"],
	["meta/llama-3.1-70b-instruct", "hashline"],
	["openai/gpt-5-codex", "hashline"],
	["qwen/qwen3-coder-480b", "hashline"],
] as const)("%s edits with %s", (model, mode) => {
	expect(chooseEditMode({ model })).toBe(mode);
});

test("a weak model keeps what the user chose, and gets no exception when told so", () => {
	const model = "google/gemma-3-27b-it";
	expect([
		chooseEditMode({ model, preferred: "patch" }),
		chooseEditMode({ model, forced: "hashline" }),
		chooseEditMode({ model, strict: true }),
	]).toEqual(["patch", "hashline", "hashline"]);
});

test("prompts and schemas stay small", async () => {
	await using project = await editing();
	for (const mode of editModes) {
		const { prompt, parameters } = editTool({ ...project.ports, mode });
		expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(mode === "hashline" ? 1800 : 900);
	}
});

test("a change in .git needs the approval of a command, as git runs what stands there", async () => {
	await using project = await editing({ a: "x\n" });
	const hashline = editTool({ ...project.ports, mode: "hashline" });
	const approval = (path: string) => buildCall(hashline, { input: `[${path}#1234]\nCUT 1` }).approval();
	expect(approval(".git/config")).toEqual({
		tier: "exec",
		reason: "Changes what runs next: .git/config",
		override: true,
	});
	expect(approval("sub/.git/hooks/pre-commit")).toMatchObject({ tier: "exec" });
	expect(approval(".gitignore")).toBe("write");
});

test("a file that decides what runs next is asked about, whatever mode of editing and behind a link", async () => {
	await using project = await editing({ a: "x\n", "src/b.ts": "x\n" });
	await Bun.$`mkdir -p ${project.file(".github/workflows")} && ln -s .github/workflows ${project.file("ci")} && ln -s .envrc ${project.file("plain")}`.quiet();
	const replace = editTool({ ...project.ports, mode: "replace" });
	const patch = editTool({ ...project.ports, mode: "apply_patch" });
	const write = writeTool({ ...project.ports, display: { mode: "plain" } as never, now: Date.now });
	for (const path of [
		".git/hooks/pre-commit",
		".omp/config.yml",
		".env",
		".env.local",
		".envrc",
		"sub/.bashrc",
		".github/workflows/ci.yml",
		"ci/new.yml",
		"plain",
		".gitlab-ci.yml",
		".claude/settings.json",
		".mcp.json",
		".vscode/tasks.json",
		".npmrc",
		".husky/pre-push",
		"./src/../.GIT/config",
	]) {
		const asked = { tier: "exec", override: true, reason: `Changes what runs next: ${path}` } as const;
		const input = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
		expect([path, buildCall(replace, { path, old_string: "x", new_string: "y" }).approval()]).toEqual([path, asked]);
		expect([path, buildCall(patch, { input }).approval()]).toEqual([path, asked]);
		expect([path, buildCall(write, { path, content: "x" }).approval()]).toEqual([path, asked]);
	}
	for (const path of ["src/b.ts", ".env.example", ".gitignore", "docs/environment.md", "config.yml"])
		expect([path, buildCall(replace, { path, old_string: "x", new_string: "y" }).approval()]).toEqual([path, "write"]);
});

test("a file outside the workspace is asked about, also behind a link or `..`", async () => {
	await using outside = await editing({ secret: "x\n" });
	await using project = await editing({ a: "x\n" });
	await Bun.$`ln -s ${outside.file("secret")} ${project.file("link")} && ln -s ${outside.file("new")} ${project.file("dangling")}`.quiet();
	const hashline = editTool({ ...project.ports, mode: "hashline" });
	const approval = (input: string) => buildCall(hashline, { input }).approval();
	expect(approval("[a#1234]\nCUT 1\n[./b/../a#1234]\nCUT 1")).toBe("write");
	for (const path of ["link", "../x", "/etc/hosts", "dangling"]) {
		expect(approval(`[a#1234]\nCUT 1\n[${path}#1234]\nCUT 1`)).toEqual({
			tier: "write",
			reason: `Writes outside the workspace: ${path}`,
			override: true,
		});
	}
	expect(approval("[a#1234]\nMV ../b")).toMatchObject({ override: true });
	const patch = editTool({ ...project.ports, mode: "apply_patch" });
	const input = "*** Begin Patch\n*** Update File: a\n*** Move to: /tmp/x\n*** End Patch";
	expect(buildCall(patch, { input }).approval()).toMatchObject({ override: true });
});

test("whoever has to allow an edit sees its diff", async () => {
	await using project = await editing({ a: "1\n2\n3\n" });
	const header = await project.see("a");
	const details = (mode: (typeof editModes)[number], params: object) =>
		buildCall(editTool({ ...project.ports, mode }), params).approvalDetails();
	expect(details("hashline", { input: `${header}\nPUT 2:\n+two` })).toEqual([
		"Path: a",
		" 1|1",
		"-2|2",
		"+2|two",
		" 3|3",
	]);
	expect(details("replace", { path: "a", old_string: "2", new_string: "two" })).toEqual(["Path: a", "-1|2", "+1|two"]);
	expect(details("patch", { path: "a", edits: [{ diff: "@@\n-2\n+two" }] })).toEqual(["Path: a", "-1|2", "+1|two"]);
	expect(details("hashline", { input: `${header}\nREM` })).toEqual([header, "REM"]);
});

test("a change in another notation is judged by the files it names", async () => {
	await using outside = await editing({ secret: "x\n" });
	await using project = await editing({ a: "x\n" });
	const hashline = editTool({ ...project.ports, mode: "hashline" });
	const approval = async (args: Record<string, unknown>) => {
		const { arguments: params } = hashline.adapt?.(args) ?? { arguments: args };
		const given = "form" in params ? params : args;
		return buildCall(hashline, given).approval();
	};
	const secret = outside.file("secret");
	const asked = expect.objectContaining({ tier: "exec" });
	expect(await approval({ file_path: "a", old_string: "x", new_string: "y" })).toBe("write");
	expect(await approval({ input: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n" })).toBe("write");
	for (const args of [
		{ file_path: ".git/config", old_string: "x", new_string: "y" },
		{
			edits: [
				{ path: "a", old_string: "x", new_string: "y" },
				{ path: ".git/config", old_string: "x", new_string: "y" },
			],
		},
		{ input: '--- "a/.git/config"\n+++ "b/.git/config"\n@@ -1 +1 @@\n-x\n+y\n' },
		{ input: "--- a/a\n+++ b/.git/hooks/pre-commit\n@@ -1 +1 @@\n-x\n+y\n" },
		{ input: "*** Begin Patch\n*** Update File: a\n*** Move to: .git/hooks/x\n@@\n-x\n+y\n*** End Patch" },
		{ command: "create", path: ".git/hooks/x", file_text: "x" },
		{ command: "insert", path: ".git/config", insert_line: 0, new_str: "x" },
	]) {
		expect([args, await approval(args)]).toEqual([args, asked]);
	}
	expect(await approval({ file_path: secret, old_string: "x", new_string: "y" })).not.toBe("write");
});
