import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal, opened } from "./at-terminal.ts";

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
	// The list is as of when it was opened, and the server may still be connecting.
	await until(async () => {
		terminal.type("/mcp\r");
		await terminal.waitFor("MCP servers");
		if (/● everything +connected, \d+ tools/.test(terminal.screen())) return true;
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("MCP servers"));
		return false;
	});
	terminal.type("\r");
	await terminal.waitFor("Connect again");
	terminal.type("\x1b");
	await until(() => !terminal.screen().includes("Connect again"));
	await terminal.say("go", "It answered.");
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Echo: hello there");
	terminal.type("\x04");
	await terminal.exit;
}, 40_000);

test("a server asks the user and the model at the terminal, and its prompts are commands", async () => {
	const question = toolCall("mcp__everything_trigger_elicitation_request", {});
	const sampling = toolCall("mcp__everything_trigger_sampling_request", { prompt: "say it", maxTokens: 20 });
	const replies = [question, text("Declined."), sampling, text("From the model."), text("Sampled."), text("Sunny.")];
	await using omp = await ompProject({ replies });
	const server = { command: process.execPath, args: [everything] };
	await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: { everything: server } }));
	await using terminal = await atTerminal(omp);
	// The tools that ask are listed once the server knows what the client can do.
	await terminal.say("/mcp prompts", "/everything:args-prompt <city=…> [state=…]");
	terminal.type("ask me\r");
	await opened(terminal, 'MCP server "everything" asks');
	terminal.type("\r");
	await terminal.waitFor("(1 of 13): Your full, legal name");
	terminal.type("Ada\r");
	await terminal.waitFor("(2 of 13)");
	await terminal.press("\x1b", "Declined.");
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("cancel");
	terminal.type("ask the model\r");
	await opened(terminal, "wants to use your model");
	expect(terminal.screen()).toContain("Resource trigger-sampling-request context: say it");
	await terminal.press("\r", "Sampled.");
	expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("From the model.");
	terminal.type("/everything:args-prompt\r");
	await terminal.waitFor("city: Name of the city");
	await terminal.press("Paris\r", "Sunny.");
	expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("What's weather in Paris?");
	terminal.type("\x04");
	await terminal.exit;
}, 60_000);

test("/mcp add asks for a server, tests it and connects it", async () => {
	await using omp = await ompProject({
		replies: [toolCall("mcp__mine_echo", { message: "hello" }), text("It answered.")],
	});
	await using terminal = await atTerminal(omp);
	terminal.type("/mcp add\r");
	await terminal.waitFor("Name");
	terminal.type("mine\r");
	await terminal.waitFor("How is it reached?");
	terminal.type("\r");
	await terminal.waitFor("Command");
	terminal.type(`${process.execPath} ${everything}\r`);
	await terminal.waitFor("Variables of its environment");
	terminal.type("\r");
	await terminal.waitFor("For which projects?");
	terminal.type("\x1b[B\r");
	await terminal.waitFor('Connected to "mine"');
	expect(JSON.parse(await omp.home.read(".omp/agent/mcp.json")).mcpServers.mine.args).toEqual([everything]);
	await until(async () => {
		await terminal.say("/mcp list", " mine  stdio");
		return terminal.screen().includes("● mine");
	});
	await terminal.say("go", "It answered.");
	expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Echo: hello");
	terminal.type("\x04");
	await terminal.exit;
}, 40_000);
