import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { startProtectedServer } from "../scenarios/mcp/protected-server.ts";
import { atTerminal, opened } from "./at-terminal.ts";

test("/mcp reauth logs in with the browser; a call that needs more asks first; /mcp unauth ends it", async () => {
	await using web = await startProtectedServer();
	const replies = [toolCall("mcp__tickets_write_ticket", {}), text("It is written.")];
	await using omp = await ompProject({ replies });
	const server = { type: "http", url: web.url };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { tickets: server } }));
	// A browser that only notes where it was sent.
	const visited = omp.home.file("visited");
	await omp.home.write("bin/xdg-open", `#!/bin/sh\nprintf '%s\\n' "$@" >> ${visited}\n`);
	await chmod(omp.home.file("bin/xdg-open"), 0o755);
	const env = { PATH: `${omp.home.file("bin")}:${omp.env.PATH}` };
	const pages = () => (existsSync(visited) ? readFileSync(visited, "utf8").trim().split("\n") : []);
	const logIn = async (count: number) => {
		await until(() => pages().length === count);
		await fetch(await web.login.followAsUser(pages()[count - 1] ?? ""));
	};
	await using terminal = await atTerminal(omp, { env });
	await terminal.waitFor("omp mcp login tickets");

	terminal.type("/mcp reauth tickets\r");
	await terminal.waitFor("Log in to MCP server tickets");
	await logIn(1);
	await terminal.waitFor('Logged in to "tickets", and connected.');

	terminal.type("go\r");
	await opened(terminal, "with more permissions");
	terminal.type("\r");
	await logIn(2);
	await terminal.waitFor("It is written.");
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("write_ticket done");

	await terminal.say("/mcp unauth tickets", 'Deleted the login to "tickets".');
	const tokens = web.seen.flatMap(({ token }) => token ?? []);
	expect(tokens.length).toBeGreaterThan(0);
	for (const token of tokens) expect(terminal.output()).not.toContain(token);
	terminal.type("\x04");
	await terminal.exit;
}, 60_000);
