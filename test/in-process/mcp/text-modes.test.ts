import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CreateElicitationRequest, methods, type NewSessionRequest } from "@agentclientprotocol/sdk/unstable";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type AcpClient, acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { richDefinition } from "./rich-server.ts";

const define = (omp: OmpProject, servers: object = { rich: richDefinition() }) =>
	omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers }));

const form = {
	method: "elicitation/create",
	params: {
		message: "Who are you?",
		requestedSchema: {
			type: "object",
			properties: { name: { type: "string" }, pet: { type: "string", enum: ["cat", "dog"] } },
			required: ["name", "pet"],
		},
	},
};
const use = toolCall("mcp__rich_ask", form);

async function output(host: RpcHost, line: string): Promise<string> {
	const from = host.frames.length;
	await host.ask({ id: `c${from}`, type: "prompt", message: line });
	return String((await host.frame({ type: "command_output" }, { from })).text);
}

/** A prompt waits only a moment for servers. */
const connected = (acp: AcpClient, sessionId: string) =>
	until(async () => {
		await acp.prompt(sessionId, "/mcp list");
		return JSON.stringify(acp.kinds("agent_message_chunk").at(-1)).includes("●");
	});

verifies(
	"mcp:command:text-modes",
	async () => {
		await using omp = await ompProject({ replies: [text("Hi."), text("Greeted.")] });
		await define(omp);
		await using host = rpcHost(omp);
		const add = JSON.stringify(richDefinition().args[0]);
		expect(await output(host, "/mcp list")).toContain("rich  stdio");
		expect(await output(host, `/mcp add two -- ${process.execPath} ${add} x`)).toContain('Connected to "two": rich 1');
		expect(await output(host, "/mcp add bad -- /no/such/program")).toContain("Nothing was written");
		expect(await output(host, "/mcp add")).toContain("Without a terminal");
		expect(await output(host, "/mcp test two")).toContain("8 tools");
		expect(await output(host, "/mcp disable two")).toContain("is disabled");
		expect(await output(host, "/mcp enable two")).toContain("is enabled");
		expect(await output(host, "/mcp reload")).toBe("2 MCP servers will be connected.");
		expect(await output(host, "/mcp remove two")).toContain('Removed server "two"');
		expect(await output(host, "/mcp help")).toContain("/mcp notifications");
		expect(JSON.parse(readFileSync(join(omp.path, ".omp/mcp.json"), "utf8")).mcpServers).toEqual({});
		// A prompt of the server is a command, which waits for its server.
		const isListed = (name: string) => (frame: Record<string, unknown>) =>
			JSON.stringify(frame.commands).includes(name);
		await host.ask({ id: "g", type: "prompt", message: "/rich:greet who=Ada" });
		await host.frame({ type: "agent_end" });
		expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain('greet {\\"who\\":\\"Ada\\"}');
		const updates = host.frames.filter(({ type }) => type === "available_commands_update");
		expect(updates.some(isListed('"rich:greet"'))).toBe(true);
		expect(JSON.stringify(updates)).toContain('"source":"mcp"');
		expect(await output(host, "/mcp resources")).toContain("rich  rich://one  one");
		expect(await output(host, "/mcp prompts")).toContain("/rich:greet <who=…> [how=…]");
		const from = host.frames.length;
		await output(host, "/mcp disable rich");
		const after = await host.frame({ type: "available_commands_update" }, { from });
		expect(isListed("rich:greet")(after)).toBe(false);

		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		await acp.prompt(sessionId, "/mcp list");
		expect(JSON.stringify(acp.kinds("agent_message_chunk"))).toContain("rich  stdio");
	},
	60_000,
);

test("over RPC an elicitation is one request for each field", async () => {
	await using omp = await ompProject({ replies: [use, text("Done.")] });
	await define(omp);
	await using host = rpcHost(omp);
	host.send({ id: "p", type: "prompt", message: "go" });
	const first = await host.frame({ type: "extension_ui_request", method: "input" });
	expect(first.title).toBe('MCP server "rich" asks\nWho are you?\n\nname (1 of 2)');
	host.send({ type: "extension_ui_response", id: first.id, value: "Ada" });
	const second = await host.frame({ type: "extension_ui_request", method: "select" });
	expect(second).toMatchObject({ options: ["cat", "dog"] });
	host.send({ type: "extension_ui_response", id: second.id, value: "dog" });
	await host.frame({ type: "agent_end" });
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain(
		'{\\"action\\":\\"accept\\",\\"content\\":{\\"name\\":\\"Ada\\",\\"pet\\":\\"dog\\"}}',
	);
}, 30_000);

for (const hasForms of [true, false]) {
	test(`over ACP an elicitation is ${hasForms ? "one form for each field" : "declined by a client without forms"}`, async () => {
		await using omp = await ompProject({ replies: [use, text("Done.")] });
		await define(omp);
		const asked: CreateElicitationRequest[] = [];
		await using acp = await acpClient(omp, {
			capabilities: hasForms ? { elicitation: { form: {} } } : {},
			more: (app) =>
				app.onRequest(methods.client.elicitation.create, ({ params }) => {
					asked.push(params);
					return { action: "accept", content: { value: asked.length === 1 ? "Ada" : "cat" } };
				}),
		});
		const sessionId = await acp.newSession();
		await connected(acp, sessionId);
		await acp.prompt(sessionId, "go");
		const told = JSON.stringify(omp.model.requests[1]?.messages);
		expect(asked).toHaveLength(hasForms ? 2 : 0);
		expect(told).toContain(hasForms ? '\\"pet\\":\\"cat\\"' : '{\\"action\\":\\"decline\\"}');
	}, 30_000);
}

test("over ACP a page is opened in the way of the client", async () => {
	const page = { mode: "url", url: "https://login.example/x", message: "Log in", elicitationId: "1" };
	const visit = toolCall("mcp__rich_ask", { method: "elicitation/create", params: page });
	await using omp = await ompProject({ replies: [visit, text("Done."), visit, text("Done.")] });
	await define(omp);
	const asked: CreateElicitationRequest[] = [];
	await using acp = await acpClient(omp, {
		capabilities: { elicitation: { form: {}, url: {} } },
		more: (app) =>
			app.onRequest(methods.client.elicitation.create, ({ params }) => {
				asked.push(params);
				return { action: asked.length === 1 ? "accept" : "decline" };
			}),
	});
	const sessionId = await acp.newSession();
	await connected(acp, sessionId);
	for (const action of ["accept", "decline"]) {
		await acp.prompt(sessionId, "go");
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain(`{\\"action\\":\\"${action}\\"}`);
	}
	expect(asked).toMatchObject([
		{ mode: "url", url: "https://login.example/x", message: expect.stringContaining("Log in") },
		{ mode: "url" },
	]);
}, 30_000);

test("servers of an ACP client are listed, stay on reload, and their values are not resolved", async () => {
	await using omp = await ompProject({ replies: [toolCall("mcp__given_work", {}), text("Done.")] });
	await omp.home.write(".omp/agent/config.yml", 'tools: { discoveryMode: "off" }\n');
	await using acp = await acpClient(omp);
	const { command, args } = richDefinition();
	const env = [{ name: "RICH", value: "!touch ran" }];
	const server = { name: "given", command, args, env };
	const given: NewSessionRequest = { cwd: omp.path, mcpServers: [server] };
	const { sessionId } = await acp.agent.request(methods.agent.session.new, given);
	await acp.prompt(sessionId, "/mcp reload");
	await acp.prompt(sessionId, "/mcp disable given");
	await connected(acp, sessionId);
	await acp.prompt(sessionId, "go");
	await acp.prompt(sessionId, "/mcp list");
	const said = acp.kinds("agent_message_chunk").map(({ content }) => (content.type === "text" ? content.text : ""));
	expect(said[0]).toBe("1 MCP server will be connected.");
	expect(said[1]).toContain("is given by the client");
	expect(said.at(-1)).toStartWith("The client\n  ● given  stdio");
	expect(JSON.stringify(omp.model.requests[0]?.tools)).toContain("mcp__given_work");
	expect(await Bun.file(join(omp.path, "ran")).exists()).toBe(false);
}, 30_000);

test("in print mode a prompt of a server runs, and nobody can be asked", async () => {
	await using omp = await ompProject({ replies: [text("Greeted."), use, text("Declined.")] });
	await define(omp);
	expect(await omp.run(["-p", "/rich:greet who=Ada"])).toEqual({ stdout: "Greeted.\n", stderr: "", exitCode: 0 });
	expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain("greet");
	const refused = await omp.run(["-p", "/rich:greet"]);
	expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("who is missing") });
	await omp.run(["-p", "--yolo", "go"]);
	expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain('{\\"action\\":\\"decline\\"}');
}, 30_000);
