import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { atTerminal } from "./at-terminal.ts";

const everything = Bun.resolveSync(
	"@modelcontextprotocol/server-everything/dist/index.js",
	`${import.meta.dir}/../../packages/mcp`,
);

test("a server of the user is listed at the terminal, and the model calls its tool", async () => {
	const replies = [toolCall("mcp__everything_echo", { message: "hello there" }), text("It answered.")];
	await using omp = await ompProject({ replies });
	const server = { command: process.execPath, args: [everything] };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { everything: server } }));
	await using terminal = await atTerminal(omp);
	await terminal.say("/mcp test everything", "echo");
	await terminal.say("/mcp", "everything");
	await terminal.say("go", "It answered.");
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Echo: hello there");
	terminal.type("\x03\x03");
	await terminal.exit;
}, 40_000);
