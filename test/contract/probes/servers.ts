import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Probe } from "../probe.ts";
import { offeredIn, sentIn } from "../requests.ts";

const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");
const server = (log: string) => ({ command: process.execPath, args: [script, "", log] });

export const serverProbes: readonly Probe[] = [
	{
		name: "tools of the user's MCP servers are offered and run",
		replies: [toolCall("mcp__odd_tool0", {}), text("Done.")],
		notApplicable: { "mcp server": "a server that is omp would start the next one, without end" },
		async run({ omp, open, entry }) {
			const log = omp.home.file("server.log");
			await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { odd: server(log) } }));
			const opened = await open();
			// At a terminal a prompt waits for servers only for a moment.
			if (entry === "terminal") await until(() => existsSync(log));
			await opened.prompt("use it");
			await opened.close();
			expect(offeredIn(omp, 0)).toContain("mcp__odd_tool0");
			expect(sentIn(omp, 1)).toContain("ok");
		},
	},
	{
		name: "an MCP server of an untrusted project is not started",
		replies: [text("Done.")],
		async run({ omp, ask }) {
			const started = omp.files.file("started");
			const mcpServers = { evil: { command: "touch", args: [started] } };
			await omp.files.write(".mcp.json", JSON.stringify({ mcpServers }));
			await ask("hello", { isUntrusted: true });
			expect([existsSync(started), omp.model.requests.length]).toEqual([false, 1]);
		},
	},
	{
		name: "the ssh tool is there where hosts are configured",
		home: { ".omp/agent/ssh.json": '{ "hosts": { "box": { "host": "127.0.0.1", "username": "me" } } }' },
		replies: [text("Done.")],
		tools: ["read", "ssh"],
		async run({ omp, ask }) {
			await ask("hello");
			expect(offeredIn(omp, 0)).toContain("ssh");
		},
	},
];
