import { describe, expect, test } from "bun:test";
import { defineRpcClientTool } from "@oh-my-pi/pi-coding-agent/rpc-client-tool";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const parameters = { type: "object", properties: { message: { type: "string" } }, required: ["message"] } as const;
const echoHost = { name: "echo_host", description: "Echoes.", parameters };
const calledHost = toolCall("echo_host", { i: "say it", message: "hello" });

describe("tools of the host", () => {
	verifies("rpc-sdk-acp:rpc:host-tools", async () => {
		await using omp = await ompProject({ replies: [calledHost, text("Done.")] });
		await using host = rpcHost(omp);
		const set = await host.ask({ id: "t", type: "set_host_tools", tools: [echoHost] });
		expect(set.data).toEqual({ toolNames: ["echo_host"] });
		host.send({ id: "p", type: "prompt", message: "go" });
		const call = await host.frame({ type: "host_tool_call" });
		expect(call).toEqual({
			type: "host_tool_call",
			id: expect.any(String),
			toolCallId: "call_1_1",
			toolName: "echo_host",
			arguments: { message: "hello" },
		});
		const { id } = call;
		const partial = { content: [{ type: "text", text: "working" }] };
		host.send({ type: "host_tool_update", id, partialResult: partial });
		const update = await host.frame({ type: "tool_execution_update" });
		expect(update).toMatchObject({ toolName: "echo_host", partialResult: partial });
		const result = { content: [{ type: "text", text: "done" }], details: { by: "host" } };
		host.send({ type: "host_tool_result", id, result, isError: false });
		await host.frame({ type: "agent_end" });
		expect(await host.frame({ type: "tool_execution_end" })).toMatchObject({ result, isError: false });
		expect(omp.model.requests[0]?.tools).toContainEqual(expect.objectContaining({ name: "echo_host" }));
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain('"text":"done"');
		await host.ask({ id: "none", type: "set_host_tools", tools: [] });
		const state = await host.ask({ id: "s", type: "get_state" });
		expect(JSON.stringify(state.data)).not.toContain("echo_host");
	});

	test("an error of the host is the tool's error, and an abort cancels the call", async () => {
		await using omp = await ompProject({ replies: [calledHost, calledHost, text("Never.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "t", type: "set_host_tools", tools: [echoHost] });
		host.send({ id: "p", type: "prompt", message: "go" });
		const first = await host.frame({ type: "host_tool_call" });
		const result = { content: [{ type: "text", text: "it broke" }] };
		host.send({ type: "host_tool_result", id: first.id, result, isError: true });
		expect(await host.frame({ type: "tool_execution_end" })).toMatchObject({ result, isError: true });
		const second = await host.frame({ type: "host_tool_call", toolCallId: "call_2_1" });
		await host.ask({ id: "a", type: "abort" });
		expect(await host.frame({ type: "host_tool_cancel" })).toMatchObject({ targetId: second.id });
		const ended = await host.frame({ type: "tool_execution_end", toolCallId: "call_2_1" });
		expect(ended).toMatchObject({
			result: { content: [{ type: "text", text: 'Host tool "echo_host" was aborted' }] },
			isError: true,
		});
	});

	test("when the host disconnects, its calls fail and the run continues", async () => {
		await using omp = await ompProject({ replies: [calledHost, text("Without it, then.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "t", type: "set_host_tools", tools: [echoHost] });
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "host_tool_call" });
		expect(await host.end()).toBe(0);
		expect(host.frames.at(-1)).toMatchObject({ type: "agent_end" });
	});

	verifies("rpc-sdk-acp:rpc:host-tool-conflicts", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		const refused = async (id: string, ...tools: unknown[]) =>
			(await host.ask({ id, type: "set_host_tools", tools })).error;
		expect(await refused("a", { ...echoHost, name: " " })).toBe("Host tool at index 0 must provide a non-empty name");
		expect(await refused("b", { description: "x", parameters })).toBe(
			"Host tool at index 0 must provide a non-empty name",
		);
		expect(await refused("c", { ...echoHost, name: "read" })).toBe(
			'RPC host tool "read" conflicts with an existing tool',
		);
		expect(await refused("d", echoHost, echoHost)).toBe('RPC host tool "echo_host" conflicts with an existing tool');
		await host.ask({ id: "e", type: "set_host_tools", tools: [echoHost] });
		expect(await host.ask({ id: "f", type: "set_host_tools", tools: [echoHost] })).toMatchObject({ success: true });
	});

	verifies("rpc-sdk-acp:client:host-tools", async () => {
		await using omp = await ompProject({
			replies: [calledHost, toolCall("fails", { i: "x" }), text("Done.")],
		});
		await using client = await rpcClient(omp);
		const echo = defineRpcClientTool({
			...echoHost,
			parameters,
			execute: ({ message }, { onUpdate }) => {
				onUpdate("hm");
				return `You said ${message.toUpperCase()}`;
			},
		});
		const fails = defineRpcClientTool({
			name: "fails",
			description: "Fails.",
			parameters: { type: "object", properties: {} },
			execute: () => {
				throw new Error("as it always does");
			},
		});
		expect(await client.setCustomTools([echo, fails])).toEqual(["echo_host", "fails"]);
		await client.promptAndWait("go");
		const results = (await client.getMessages()).flatMap((message) =>
			message.role === "toolResult" ? [[message.content, message.isError]] : [],
		);
		expect(results).toEqual([
			[[{ type: "text", text: "You said HELLO" }], false],
			[[{ type: "text", text: "as it always does" }], true],
		]);
	});
});

verifies("rpc-sdk-acp:rpc:host-uris", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("read", { i: "look", path: "db://users/42" }),
			toolCall("write", { i: "change", path: "db://users/42", content: "new" }),
			toolCall("write", { i: "change", path: "ro://x", content: "new" }),
			text("Done."),
		],
	});
	await using host = rpcHost(omp);
	const schemes = [{ scheme: "DB", description: "Rows", writable: true }, { scheme: "ro" }];
	expect((await host.ask({ id: "u", type: "set_host_uri_schemes", schemes })).data).toEqual({ schemes: ["db", "ro"] });
	expect(await host.ask({ id: "b", type: "set_host_uri_schemes", schemes: [{ scheme: "1bad" }] })).toMatchObject({
		error: "Host URI scheme contains invalid characters: 1bad",
	});
	expect(await host.ask({ id: "o", type: "set_host_uri_schemes", schemes: [{ scheme: "artifact" }] })).toMatchObject({
		success: false,
	});
	host.send({ id: "p", type: "prompt", message: "go" });
	const read = await host.frame({ type: "host_uri_request", operation: "read" });
	expect(read).toEqual({ type: "host_uri_request", id: read.id, operation: "read", url: "db://users/42" });
	host.send({ type: "host_uri_result", id: read.id, content: "id=42\nname=Ada\n", contentType: "text/plain" });
	const write = await host.frame({ type: "host_uri_request", operation: "write" });
	expect(write).toMatchObject({ url: "db://users/42", content: "new" });
	host.send({ type: "host_uri_result", id: write.id });
	await host.frame({ type: "agent_end" });
	const results = host.frames.filter(({ type }) => type === "tool_execution_end");
	expect(JSON.stringify(results[0])).toContain("name=Ada");
	expect(results[1]).toMatchObject({ isError: false });
	expect(JSON.stringify(results[2])).toContain(
		"ro:// URLs are read-only for write; use the protocol-specific tool for mutations.",
	);
});

describe("questions to the host", () => {
	const dangerous = toolCall("bash", { i: "clean", command: "rm -rf /tmp/nothing-here" });

	verifies("rpc-sdk-acp:rpc:approval-select", async () => {
		await using omp = await ompProject({ replies: [dangerous, dangerous, text("Done.")] });
		await using host = rpcHost(omp, { args: ["--approval-mode", "always-ask"] });
		host.send({ id: "p", type: "prompt", message: "go" });
		const first = await host.frame({ type: "extension_ui_request" });
		expect(first).toMatchObject({
			method: "select",
			title: expect.stringMatching(/^Allow tool: bash\nIntent: clean\n(.*\n)?Command: rm -rf \/tmp\/nothing-here$/),
			options: ["Approve", "Deny"],
		});
		host.send({ type: "extension_ui_response", id: first.id, value: "Deny" });
		const denied = await host.frame({ type: "tool_execution_end" });
		expect(JSON.stringify(denied)).toContain("Tool call denied by user: bash");
		const from = host.frames.indexOf(denied);
		const second = await host.frame({ type: "extension_ui_request" }, { from });
		host.send({ type: "extension_ui_response", id: second.id, value: "Approve" });
		await host.frame({ type: "agent_end" });
		expect(await host.frame({ type: "tool_execution_end", toolCallId: "call_2_1" })).toMatchObject({ isError: false });
	});

	verifies("rpc-sdk-acp:rpc:rpc-ui-mode", async () => {
		const question = { id: "db", question: "Which database?", options: [{ label: "SQLite" }, { label: "Postgres" }] };
		await using omp = await ompProject({
			replies: [toolCall("ask", { i: "ask", questions: [question] }), text("Fine.")],
		});
		await using plain = rpcHost(omp);
		const state = (await plain.ask({ id: "s", type: "get_state" })).data as { dumpTools: Array<{ name: string }> };
		expect(state.dumpTools.map(({ name }) => name)).not.toContain("ask");
		await using host = rpcHost(omp, { args: ["--mode", "rpc-ui"] });
		host.send({ id: "p", type: "prompt", message: "go" });
		const asked = await host.frame({ type: "extension_ui_request" });
		expect(asked).toMatchObject({
			method: "select",
			title: "Which database?",
			options: ["SQLite", "Postgres", "Other (type your own)"],
		});
		host.send({ type: "extension_ui_response", id: asked.id, value: "Postgres" });
		await host.frame({ type: "agent_end" });
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("Postgres");
	});

	verifies("rpc-sdk-acp:rpc:login", async () => {
		await using omp = await ompProject();
		await using client = await rpcClient(omp, { env: { LITELLM_BASE_URL: omp.model.url } });
		const before = (await client.getLoginProviders()).find(({ id }) => id === "litellm");
		expect(before).toEqual({ id: "litellm", name: "LiteLLM", available: true, authenticated: false });
		const asked: unknown[] = [];
		client.onExtensionUI((request) => {
			asked.push(request);
			return request.method === "input" ? { value: "sk-typed" } : undefined;
		});
		await client.login("litellm");
		expect(asked).toMatchObject([
			{ method: "open_url", url: "http://localhost:4000/ui" },
			{ method: "input", title: "Key for LiteLLM:" },
		]);
		const after = (await client.getLoginProviders()).find(({ id }) => id === "litellm");
		expect(after?.authenticated).toBe(true);
		await expect(client.login("nope")).rejects.toThrow("Unknown OAuth provider: nope");
		client.onExtensionUI(() => undefined);
		await expect(client.login("litellm")).rejects.toThrow("The login was cancelled");
	});
});
