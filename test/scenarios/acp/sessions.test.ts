import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { methods } from "@agentclientprotocol/sdk/unstable";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** In the sandbox processes have other numbers than outside. */
const ownNumbers = 'sandbox: { mode: "off" }\n';

const { session } = methods.agent;

describe("sessions over ACP", () => {
	verifies("rpc-sdk-acp:acp:initialize", async () => {
		await using omp = await ompProject();
		await using acp = await acpClient(omp);
		expect(acp.initialized).toMatchObject({
			protocolVersion: 1,
			agentInfo: { name: "oh-my-pi", title: "Oh My Pi", version: expect.any(String) },
			authMethods: [{ id: "agent", name: "Use existing local credentials" }],
			agentCapabilities: {
				loadSession: true,
				promptCapabilities: { embeddedContext: true, image: true },
				sessionCapabilities: { list: {}, fork: {}, resume: {}, close: {} },
			},
		});
	});

	test("a session without a message is loaded and resumed by the next process, and is not what -c goes on with", async () => {
		await using omp = await ompProject({
			replies: [text("Said before."), text("In the loaded one."), text("Before it.")],
		});
		await omp.run(["-p", "Something"]);
		const open = async () => {
			await using acp = await acpClient(omp);
			const sessionId = await acp.newSession();
			await acp.end();
			return sessionId;
		};
		const [loaded, resumed] = [await open(), await open()];
		await using acp = await acpClient(omp);
		const known = { cwd: omp.path, mcpServers: [] };
		await acp.agent.request(session.resume, { ...known, sessionId: resumed });
		await acp.agent.request(session.load, { ...known, sessionId: loaded });
		expect(await acp.prompt(loaded, "Hello")).toMatchObject({ stopReason: "end_turn" });
		await acp.end();
		await open();
		expect((await omp.run(["-c", "-p", "And on"])).stdout).toContain("Before it.");
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("In the loaded one.");
	});

	verifies("rpc-sdk-acp:acp:authenticate", async () => {
		await using omp = await ompProject();
		await using acp = await acpClient(omp);
		expect(await acp.agent.request(methods.agent.authenticate, { methodId: "agent" })).toEqual({});
		await expect(acp.agent.request(methods.agent.authenticate, { methodId: "bad" })).rejects.toMatchObject({
			code: -32602,
			data: { details: "Unknown ACP auth method: bad" },
		});
	});

	verifies("rpc-sdk-acp:acp:new-session", async () => {
		await using omp = await ompProject();
		await using acp = await acpClient(omp);
		const opened = await acp.agent.request(session.new, { cwd: omp.path, mcpServers: [] });
		expect(opened.modes).toMatchObject({
			currentModeId: "default",
			availableModes: [{ id: "default" }, { id: "plan" }],
		});
		expect(opened.configOptions).toMatchObject([
			{ id: "mode", category: "mode", type: "select", currentValue: "default" },
			{ id: "model", category: "model", type: "select", currentValue: "acme/a-1" },
			{ id: "thinking", category: "thought_level", type: "select" },
			{ id: "approval", type: "select", currentValue: "yolo" },
		]);
		await acp.update("available_commands_update");
		await acp.update("session_info_update");
		await expect(acp.agent.request(session.new, { cwd: "relative", mcpServers: [] })).rejects.toMatchObject({
			code: -32602,
			data: { details: "ACP cwd must be absolute: relative" },
		});
		const nowhere = acp.agent.request(session.new, { cwd: `${omp.path}/none`, mcpServers: [] });
		await expect(nowhere).rejects.toMatchObject({ code: -32602 });
	});

	verifies("rpc-sdk-acp:acp:load-and-resume", async () => {
		await using omp = await ompProject({
			files: { "a.txt": "old\n" },
			replies: [
				toolCall("write", { i: "change", path: "a.txt", content: "new\n" }, { text: "I change it." }),
				text("Done."),
				text("I remember."),
			],
		});
		let sessionId = "";
		{
			await using acp = await acpClient(omp);
			sessionId = await acp.newSession();
			await acp.prompt(sessionId, "Change a.txt");
			expect(await acp.end()).toBe(0);
		}
		await using acp = await acpClient(omp);
		const given = { sessionId, cwd: omp.path, mcpServers: [] };
		const resumed = await acp.agent.request(session.resume, given);
		expect(resumed).toMatchObject({ modes: { currentModeId: "default" }, configOptions: expect.any(Array) });
		expect(acp.kinds("user_message_chunk")).toEqual([]);
		await acp.agent.request(session.close, { sessionId });
		const loaded = await acp.agent.request(session.load, given);
		expect(loaded).not.toHaveProperty("sessionId");
		const replayed = acp.updates.map(({ update }) => update.sessionUpdate);
		const at = replayed.indexOf("user_message_chunk");
		expect(replayed.slice(at, at + 5)).toEqual([
			"user_message_chunk",
			"agent_message_chunk",
			"tool_call",
			"tool_call_update",
			"agent_message_chunk",
		]);
		expect(acp.kinds("user_message_chunk")[0]?.content).toEqual({ type: "text", text: "Change a.txt" });
		expect(acp.kinds("tool_call_update")[0]).toMatchObject({ status: "completed" });
		expect(await acp.prompt(sessionId, "Do you remember?")).toMatchObject({ stopReason: "end_turn" });
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Change a.txt");
	});

	verifies("rpc-sdk-acp:acp:list-fork-close", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await using acp = await acpClient(omp);
		const first = await acp.newSession();
		await acp.prompt(first, "The first");
		const second = await acp.newSession();
		await acp.prompt(second, "The second");
		const { sessions } = await acp.agent.request(session.list, { cwd: omp.path });
		expect(sessions).toMatchObject([
			{ sessionId: second, cwd: omp.path, title: "The second", _meta: { messageCount: 2 } },
			{ sessionId: first, cwd: omp.path, title: "The first", updatedAt: expect.any(String) },
		]);
		const forked = await acp.agent.request(session.fork, { sessionId: first, cwd: omp.path, mcpServers: [] });
		expect([first, second]).not.toContain(forked.sessionId);
		await acp.prompt(forked.sessionId, "Go on");
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("The first");
		expect(await acp.agent.request(session.close, { sessionId: second })).toEqual({});
		await expect(acp.prompt(second, "Still there?")).rejects.toMatchObject({
			code: -32602,
			data: { details: `ACP session not found: ${second}` },
		});
	});

	verifies("rpc-sdk-acp:acp:modes-and-options", async () => {
		await using omp = await ompProject({ replies: [text("Hello from two.")] });
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const set = (configId: string, value: string) =>
			acp.agent.request(session.setConfigOption, { sessionId, configId, value });
		const chosen = (id: string) =>
			acp
				.kinds("config_option_update")
				.at(-1)
				?.configOptions.find((one) => one.id === id);
		expect(await set("model", "acme/a-2")).toMatchObject({
			configOptions: expect.arrayContaining([expect.objectContaining({ id: "model", currentValue: "acme/a-2" })]),
		});
		await acp.update("config_option_update");
		expect(chosen("model")).toMatchObject({ currentValue: "acme/a-2" });
		await acp.agent.request(session.setMode, { sessionId, modeId: "plan" });
		expect(await acp.update("current_mode_update")).toMatchObject({ currentModeId: "plan" });
		await set("mode", "default");
		expect(acp.kinds("current_mode_update").at(-1)).toMatchObject({ currentModeId: "default" });
		await set("approval", "always-ask");
		expect(chosen("approval")).toMatchObject({ currentValue: "always-ask" });
		await set("thinking", "off");
		expect(await acp.agent.request("session/set_model", { sessionId, modelId: "acme/a-1" })).toEqual({});
		expect(chosen("model")).toMatchObject({ currentValue: "acme/a-1" });
		for (const [configId, value] of [
			["model", "acme/none"],
			["thinking", "enormous"],
			["mode", "wild"],
			["approval", "never"],
			["color", "red"],
		] as const) {
			await expect(set(configId, value)).rejects.toMatchObject({ code: -32602 });
		}
	});

	verifies("rpc-sdk-acp:acp:errors", async () => {
		await using omp = await ompProject();
		await using acp = await acpClient(omp);
		const fails = (method: string, params: object, error: object) =>
			expect(acp.agent.request(method, params)).rejects.toMatchObject(error);
		await fails("x/y", {}, { code: -32601, data: { method: "x/y" } });
		const unknown = { code: -32602, data: { details: "ACP session not found: nope" } };
		await fails(session.prompt, { sessionId: "nope", prompt: [] }, unknown);
		const unsupported = { code: -32602, data: { details: "Unsupported ACP session: bad" } };
		await fails(session.load, { sessionId: "bad", cwd: omp.path, mcpServers: [] }, unsupported);
		await fails(session.new, { cwd: 7 }, { code: -32602 });
		await fails(session.list, { cursor: "x" }, { code: -32602, data: { details: "Unknown ACP cursor: x" } });
	});

	test("garbage is answered with an error each, and reading goes on", async () => {
		await using omp = await ompProject();
		const garbage = ["{not json", "[]", "7", "", '{"jsonrpc":"2.0","method":"no/such"}', '{"id":9,"result":{}}'];
		const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } };
		const stdin = [...garbage, JSON.stringify(initialize)].join("\n");
		const { stdout, exitCode } = await omp.run(["acp"], { stdin });
		const answers = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		const nameless = answers.filter(({ id }) => id === null).map(({ error }) => error.code);
		expect(nameless).toEqual([-32700, -32600, -32600]);
		expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { protocolVersion: 1 } });
		expect([answers.length, exitCode]).toEqual([4, 0]);
	});

	test("a message that is too long is refused, and the next one is answered", async () => {
		await using omp = await ompProject();
		const long = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "x", params: { a: "x".repeat(33 * 1024 * 1024) } });
		const params = { protocolVersion: 1, clientCapabilities: {} };
		const next = JSON.stringify({ jsonrpc: "2.0", id: 8, method: "initialize", params });
		const { stdout, stderr, exitCode } = await omp.run(["acp"], { stdin: `${long}\n${next}\n` });
		expect(
			stdout
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line)),
		).toEqual([
			{ jsonrpc: "2.0", id: 7, error: { code: -32_600, message: expect.stringContaining("the limit is") } },
			{ jsonrpc: "2.0", id: 8, result: expect.objectContaining({ protocolVersion: 1 }) },
		]);
		expect([stderr, exitCode]).toEqual(["", 0]);
	}, 60_000);

	verifies("rpc-sdk-acp:acp:resumable-by-cli", async () => {
		await using omp = await ompProject({ replies: [text("From the editor."), text("From the terminal.")] });
		let sessionId = "";
		{
			await using acp = await acpClient(omp);
			sessionId = await acp.newSession();
			await acp.prompt(sessionId, "Said in the editor");
			await acp.end();
		}
		const { stdout, exitCode } = await omp.run(["--resume", sessionId, "-p", "And now?"]);
		expect([stdout.trim(), exitCode]).toEqual(["From the terminal.", 0]);
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Said in the editor");
	});

	verifies("rpc-sdk-acp:acp:client-mcp-servers", async () => {
		await using omp = await ompProject({
			replies: [toolCall("mcp__files_tool0", { i: "use it" }), text("Used."), text("Without.")],
		});
		await using acp = await acpClient(omp);
		const script = resolve(import.meta.dir, "../../../packages/mcp/src/testing/odd-server.ts");
		const server = { name: "files", command: process.execPath, args: [script, ""], env: [] };
		const unknown = { type: "acp" as const, name: "tunnel", id: "t1", serverId: "t1" };
		const given = { cwd: omp.path, mcpServers: [server, unknown] };
		const opened = await acp.agent.request<{ sessionId: string }>("session/new", given);
		expect(opened).toMatchObject({ _meta: { mcpServersNotConnected: ["tunnel"] } });
		const other = await acp.newSession();
		expect(await acp.prompt(opened.sessionId, "Use it")).toMatchObject({ stopReason: "end_turn" });
		expect(acp.kinds("tool_call_update").at(-1)).toMatchObject({ status: "completed" });
		await acp.prompt(other, "And you?");
		const offers = omp.model.requests.map(({ tools }) => JSON.stringify(tools).includes("mcp__files_tool0"));
		expect(offers).toEqual([true, true, false]);
		expect(await acp.end()).toBe(0);
	});

	test("what a project brings is left out and said, or required with --trust-required", async () => {
		const files = { ".omp/extensions/own.ts": "export default function () { throw new Error('it ran'); }" };
		await using omp = await ompProject({ files });
		{
			await using acp = await acpClient(omp);
			await acp.newSession();
			await acp.end();
			expect(await acp.stderr()).toMatch(/trust/i);
			expect(await acp.stderr()).not.toContain("it ran");
		}
		await using acp = await acpClient(omp, { args: ["--trust-required"] });
		await expect(acp.newSession()).rejects.toMatchObject({
			code: -32603,
			data: { details: expect.stringContaining("This project brings what you do not trust yet") },
		});
	});

	test("closing a session in the middle of a prompt cancels the prompt, and others go on", async () => {
		await using omp = await ompProject({ replies: [stalled(text("Never.")), text("Here.")] });
		await using acp = await acpClient(omp);
		const [first, second] = [await acp.newSession(), await acp.newSession()];
		const answer = acp.prompt(first, "Talk");
		await until(() => omp.model.requests.length === 1 || undefined);
		await acp.agent.request(session.close, { sessionId: first });
		expect(await answer).toMatchObject({ stopReason: "cancelled" });
		expect(await acp.prompt(second, "And you?")).toMatchObject({ stopReason: "end_turn" });
	});

	test("a session that is opened twice at once is one session", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		let sessionId = "";
		{
			await using acp = await acpClient(omp);
			sessionId = await acp.newSession();
			await acp.prompt(sessionId, "Begin");
			await acp.end();
		}
		await using acp = await acpClient(omp);
		const given = { sessionId, cwd: omp.path, mcpServers: [] };
		await Promise.all([acp.agent.request(session.resume, given), acp.agent.request(session.load, given)]);
		expect(await acp.prompt(sessionId, "Go on")).toMatchObject({ stopReason: "end_turn" });
		expect(await omp.sessions()).toHaveLength(1);
	});

	test("a signal saves the sessions", async () => {
		await using omp = await ompProject({ replies: [stalled(text("Never."))] });
		await using acp = await acpClient(omp);
		void acp.prompt(await acp.newSession(), "Talk").catch(() => {});
		await until(() => omp.model.requests.length === 1 || undefined);
		process.kill(acp.pid, "SIGTERM");
		expect(await acp.exited).toBe(143);
		expect(JSON.stringify(await omp.sessions())).toContain("sigterm");
	});

	test("a client that vanishes in the middle of a prompt leaves nothing behind", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "wait", command: "sleep 600 & echo $! > pid; wait" })],
		});
		await omp.home.write(".omp/agent/config.yml", ownNumbers);
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		void acp.prompt(sessionId, "Wait").catch(() => {});
		const pid = Number(await until(() => omp.files.read("pid").catch(() => undefined)));
		expect(isRunning(pid)).toBe(true);
		expect(await acp.end()).toBe(0);
		await until(() => !isRunning(pid) || undefined);
		const [log = []] = await omp.sessions();
		expect(JSON.stringify(log)).toContain("client left");
	});
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
