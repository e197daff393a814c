import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { discovery } from "../../../discovery/testing/found-by.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { loadLspConfig } from "./lsp-config.ts";

verifies("discovery:lsp-config:precedence", async () => {
	const server = (command: string, more = {}) => ({ command, ...more });
	const files = {
		"home/.lsp.json": JSON.stringify({ servers: { ts: server("home", { args: ["--stdio"], fileTypes: [".ts"] }) } }),
		"plugin/lsp.json": JSON.stringify({ ts: server("plugin"), py: server("plugin") }),
		"home/.claude/lsp.json": JSON.stringify({ py: server("claude"), go: server("claude") }),
		"home/.omp/agent/lsp.yaml": "servers:\n  go:\n    command: omp\nidleTimeoutMs: 5\n",
		"home/.omp/agent/lsp.json": JSON.stringify({ go: { settings: { a: 1 } } }),
		"repo/.omp/lsp.json": JSON.stringify({ ts: { command: "project" } }),
		"repo/lsp.yml": "ts:\n  disabled: true\n",
		"repo/.lsp.json": "{ broken",
	};
	await using tree = await workspace({ "repo/.git": "", ...files });
	const { context } = await discovery(tree.path);
	const {
		servers: found,
		idleTimeoutMs,
		warnings,
	} = await loadLspConfig(context, [{ path: tree.file("plugin"), level: "user" }]);
	expect(found).toEqual({
		ts: { command: "project", args: ["--stdio"], fileTypes: [".ts"], disabled: true },
		py: { command: "claude" },
		go: { command: "omp", settings: { a: 1 } },
	});
	expect(idleTimeoutMs).toBe(5);
	expect(warnings).toEqual([`${tree.file("repo/.lsp.json")}:1:3: expected a name in quotes or "}"`]);
	const [cwd, home] = [tree.file("repo"), tree.file("home")];
	const gate = new TrustGate({ cwd, home, agentDir: tree.file("home/.omp/agent") });
	const unseen = await loadLspConfig({ ...context, gate }, [{ path: tree.file("plugin"), level: "user" }]);
	expect(unseen.servers.ts).toEqual({ command: "plugin", args: ["--stdio"], fileTypes: [".ts"] });
	expect(gate.waiting.map(({ id, effects }) => [id, effects])).toEqual([
		["lsp-config:.omp/lsp.json", ["a language server runs: ts → project"]],
		["lsp-config:lsp.yml", ["changes language servers"]],
	]);
});
