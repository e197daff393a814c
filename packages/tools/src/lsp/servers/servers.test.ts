import { expect } from "bun:test";
import { ServerError } from "@oh-my-pi/pi-lsp/contract/server-error";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fakeServers } from "../testing/fake-servers.ts";
import { lspIn } from "../testing/lsp-in.ts";

verifies("tools-code-web:lsp:status-and-reload", async () => {
	await using project = await workspace({ "a.ts": "x\n" });
	const made = [
		{
			name: "ts",
			isProjectAware: true,
			capabilities: { hoverProvider: true },
			answers: { "textDocument/hover": null },
		},
		{ name: "eslint", isLinter: true },
		{ name: "gopls", fileTypes: [".go"], problem: "crashed" },
	];
	const pool = fakeServers(project.path, made);
	let reloads = 0;
	const languages = {
		isOfUse: () => true,
		hasServers: () => true,
		load: async () => pool,
		reload: async () => {
			reloads++;
			return pool;
		},
		notes: async () => ['pyright: program "pyright" not found; npm install -g pyright'],
	};
	const { run, text } = lspIn(project.path, pool, { languages });
	expect(await text({ action: "capabilities" })).toBe(
		"No language server is running; pass a file to start the one for it",
	);
	await text({ action: "hover", file: "a.ts" });
	expect(await text({ action: "status" })).toBe(
		[
			"Language servers: ts (ready), eslint (configured, not started), gopls (failed: crashed)",
			'pyright: program "pyright" not found; npm install -g pyright',
		].join("\n"),
	);
	expect(await text({ action: "capabilities" })).toBe('ts:\n  capabilities: {"hoverProvider":true}');
	expect(await text({ action: "reload", file: "a.ts" })).toBe("Reloaded ts\nRestarted eslint");
	expect(reloads).toBe(0);
	const all = await run({ action: "reload", file: "*" });
	expect(String(all.content)).toStartWith("Reloaded ts\nFailed to reload gopls: crashed\n");
	expect([reloads, all.details?.success]).toEqual([1, false]);
	expect(await text({ action: "reload", file: "eslint" })).toBe("Restarted eslint");
	expect(await lspIn(project.path, []).text({ action: "status" })).toBe(
		"No language servers configured for this project",
	);
	expect(await lspIn(project.path, made.slice(0, 1)).text({ action: "reload" })).toBe(
		"Read the configuration again; no language server is running",
	);
});

verifies("tools-code-web:lsp:request", async () => {
	await using project = await workspace({ "a.ts": "let x;\n" });
	const uri = Bun.pathToFileURL(project.file("a.ts")).href;
	const { run, text } = lspIn(project.path, [
		{
			name: "ts",
			answers: {
				"custom/echo": (params: unknown) => params,
				"custom/fail": () => {
					throw new ServerError("response", "it does not like that", { code: -32602 });
				},
			},
		},
	]);
	const ask = { action: "request", query: "custom/echo" } as const;
	expect(await run({ ...ask, payload: '{"a": [1]}' })).toEqual({
		content: 'ts ← custom/echo:\n{\n  "a": [\n    1\n  ]\n}',
		details: {
			action: "request",
			success: true,
			serverName: "ts",
			request: { method: "custom/echo", params: { a: [1] } },
		},
	});
	const built = await run({ ...ask, file: "a.ts", line: 1, symbol: "x" });
	expect(built.details?.request?.params).toEqual({ textDocument: { uri }, position: { line: 0, character: 4 } });
	expect((await run({ ...ask, file: "a.ts" })).details?.request?.params).toEqual({ textDocument: { uri } });
	const failed = await run({ action: "request", query: "custom/fail", payload: JSON.stringify("y".repeat(500)) });
	expect(failed.content).toBe(
		`LSP error from ts on custom/fail: it does not like that\n  params: "${"y".repeat(399)}…`,
	);
	expect(failed.details?.success).toBe(false);
	expect(await text({ ...ask, payload: "{a" })).toStartWith("Error: payload is not valid JSON: ");
	expect(await text({ action: "request" })).toBe("Error: query parameter required for request: the method to send");
	expect(await text({ action: "request", query: "shutdown" })).toStartWith("Error: shutdown is sent by omp itself");
});
