import { expect, test } from "bun:test";
import { buildCall, normalizeCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { actionNames, type LspAction } from "./call/parameters.ts";
import { lsp } from "./lsp.ts";
import { fakeServers } from "./testing/fake-servers.ts";
import { lspIn } from "./testing/lsp-in.ts";

const reading: readonly LspAction[] = [
	"diagnostics",
	"definition",
	"type_definition",
	"implementation",
	"references",
	"hover",
	"symbols",
	"status",
	"capabilities",
];

verifies("tools-code-web:lsp:tiers", async () => {
	await using project = await workspace({ "a.ts": "x\n" });
	let isTreeReadOnly = false;
	const { tool, text } = lspIn(project.path, [], { isTreeReadOnly: () => isTreeReadOnly });
	for (const action of actionNames) {
		const isRead = reading.includes(action);
		for (const apply of [true, false, undefined]) {
			const params = { action, file: "a.ts", new_name: "b.ts", ...(apply !== undefined && { apply }) };
			expect([action, await buildCall(tool, params).approval()]).toEqual([action, isRead ? "read" : "write"]);
			const concurrency = typeof tool.concurrency === "function" && (await tool.concurrency(params));
			expect([action, concurrency]).toEqual([action, isRead ? "shared" : "exclusive"]);
		}
	}
	expect(await buildCall(tool, { action: "rename_file", file: "a.ts", new_name: "../b.ts" }).approval()).toMatchObject({
		override: true,
	});
	expect(await buildCall(tool, { action: "rename", file: "a.ts", new_name: "b" }).effects()).toMatchObject({
		writes: "unknown",
	});
	isTreeReadOnly = true;
	for (const action of actionNames.filter((name) => !reading.includes(name))) {
		await expect(text({ action, file: "a.ts", new_name: "b" })).rejects.toThrow(
			`Plan mode: nothing may be changed, so lsp ${action} is not available.`,
		);
	}
	expect(await text({ action: "status" })).toBe("No language servers configured for this project");
});

verifies("tools-code-web:lsp:symbol-required", async () => {
	await using project = await workspace({ "a.ts": "x\n" });
	const answers = { "textDocument/definition": null, "textDocument/references": null, "textDocument/rename": null };
	const aware = lspIn(project.path, [
		{ name: "ts", isProjectAware: true, answers: { ...answers, "textDocument/hover": null } },
	]);
	for (const action of ["definition", "references", "rename"] as const) {
		expect(await aware.run({ action, file: "a.ts", line: 1, new_name: "y" })).toMatchObject({
			content: `symbol is required for project-aware ${action}; pass symbol=<name>, optionally symbol#N for repeated occurrences`,
			details: { action, success: false },
		});
	}
	expect(await aware.text({ action: "hover", file: "a.ts", line: 1 })).toBe("No hover information");
	expect(await aware.text({ action: "definition", file: "a.ts", line: 1, symbol: "x" })).toBe("No definition found");
	const plain = lspIn(project.path, [{ answers }]);
	expect(await plain.text({ action: "definition", file: "a.ts", line: 1 })).toBe("No definition found");
});

verifies(
	"tools-code-web:lsp:errors",
	async () => {
		await using project = await workspace({ "a.ts": "x\n" });
		const never = () => new Promise(() => {});
		const { run, text } = lspIn(project.path, [{ name: "ts", hangs: true }], { maxTimeoutSeconds: 300 });
		const failed = { details: { success: false } };
		const noFile = "Error: file parameter required. Use `*` for workspace scope where supported.";
		for (const action of ["hover", "diagnostics", "symbols", "code_actions"] as const) {
			expect(await run({ action })).toMatchObject({ content: noFile, ...failed });
		}
		for (const action of ["rename", "rename_file"] as const) {
			const content = `Error: new_name parameter required for ${action}`;
			expect(await run({ action, file: "a.ts" })).toMatchObject({ content, ...failed });
		}
		expect(await lspIn(project.path, []).run({ action: "hover", file: "a.ts" })).toMatchObject({
			content: "No language server found for this action",
			...failed,
		});
		await expect(text({ action: "hover", file: "a.ts", timeout: 5 })).rejects.toThrow(
			/^LSP hover timed out after 5s on ts\. It may still be loading the project: try again, or pass a larger timeout \(at most 300\)\.$/,
		);
		const stop = new AbortController();
		const answers = { "textDocument/hover": never };
		const running = lspIn(project.path, [{ hangs: true, answers }]).run(
			{ action: "hover", file: "a.ts" },
			{ signal: stop.signal },
		);
		stop.abort();
		await expect(running).rejects.toThrow("Operation aborted");
	},
	20_000,
);

test("a timeout outside of its range is put into it, and that is said", async () => {
	await using project = await workspace({ "a.ts": "x\n" });
	const { text } = lspIn(project.path, [{ answers: { "textDocument/hover": { contents: "x" } } }]);
	expect(await text({ action: "hover", file: "a.ts", timeout: 1 })).toBe(
		"x\nTimeout clamped to 5s (requested 1s; allowed range 5-300s).",
	);
});

test("the tool is there where language servers are and the user wants them", () => {
	const services = testServices("/p");
	const pool = fakeServers("/p", []);
	const languages = {
		isOfUse: () => true,
		hasServers: () => true,
		load: async () => pool,
		reload: async () => pool,
		notes: async () => [],
	};
	expect(lsp.create?.(services)).toBeUndefined();
	expect(lsp.create?.({ ...services, languages })?.name).toBe("lsp");
	const settings = testSettings({ "lsp.enabled": false });
	expect(lsp.create?.({ ...services, languages, settings })).toBeUndefined();
});

test("calls as other agents write them are understood", () => {
	const { tool } = lspIn("/p", []);
	const read = (args: Record<string, unknown>) => {
		const call = { type: "toolCall" as const, id: "1", name: "lsp", arguments: args };
		const prepared = normalizeCall(call, [tool as never]);
		return prepared.kind === "ready" ? prepared.arguments : prepared.reason;
	};
	expect(read({ operation: "goToDefinition", filePath: "a.ts", line: 3, character: 7 })).toEqual({
		action: "definition",
		file: "a.ts",
		line: 3,
		column: 7,
	});
	expect(read({ action: "findReferences", path: "a.ts", line: "3", symbol: "x" })).toEqual({
		action: "references",
		file: "a.ts",
		line: 3,
		symbol: "x",
	});
	expect(read({ action: "workspaceSymbol", query: "x" })).toEqual({ action: "symbols", file: "*", query: "x" });
	expect(read({ action: "prepareRename", file: "a.ts", newName: "y" })).toEqual({
		action: "rename",
		file: "a.ts",
		new_name: "y",
		apply: false,
	});
	expect(read({ action: "request", method: "m", params: { a: 1 } })).toEqual({
		action: "request",
		query: "m",
		payload: '{"a":1}',
	});
	expect(read({ action: "textDocument/typeDefinition", file: "a.ts" })).toEqual({
		action: "type_definition",
		file: "a.ts",
	});
	expect(read({ action: "compile", file: "a.ts" })).toContain("action");
});
