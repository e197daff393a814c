import { describe, expect, test } from "bun:test";
import { methods, type PromptRequest } from "@agentclientprotocol/sdk/unstable";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { delivered, failure, gate, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const readThenSay = () => [
	toolCall("read", { i: "look", path: "a.txt" }, { thinking: "I look at it.", text: "Let me see." }),
	text("It says first line.", { usage: { inputTokens: 50, outputTokens: 7 } }),
];

describe("a prompt over ACP", () => {
	verifies("rpc-sdk-acp:acp:prompt", async () => {
		await using omp = await ompProject({ files: { "a.txt": "first line\n" }, replies: readThenSay() });
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const answer = await acp.prompt(sessionId, "What is in a.txt?");
		expect(answer).toMatchObject({ stopReason: "end_turn", usage: { outputTokens: expect.any(Number) } });
		const said = acp.kinds("agent_message_chunk").map(({ content }) => (content.type === "text" ? content.text : ""));
		expect(said.join("")).toBe("Let me see.It says first line.");
		const ids = new Set(acp.kinds("agent_message_chunk").map(({ messageId }) => messageId));
		expect(ids.size).toBe(2);
		const thoughts = acp
			.kinds("agent_thought_chunk")
			.map(({ content }) => (content.type === "text" ? content.text : ""));
		expect(thoughts.join("")).toBe("I look at it.");
		const done = acp.kinds("tool_call_update").at(-1);
		expect(done).toMatchObject({ toolCallId: acp.kinds("tool_call")[0]?.toolCallId ?? "", status: "completed" });
		expect(JSON.stringify(done?.content)).toContain("first line");
		expect(acp.permissions).toEqual([]);
	});

	verifies("rpc-sdk-acp:acp:update-order", async () => {
		await using omp = await ompProject({ files: { "a.txt": "first line\n" }, replies: readThenSay() });
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		await acp.update("session_info_update");
		const from = acp.updates.length;
		await acp.prompt(sessionId, "What is in a.txt?");
		const atAnswer = acp.updates.length;
		const kinds = acp.updates.slice(from).map(({ update }) => update.sessionUpdate);
		const once = kinds.filter((kind, index) => kind !== kinds[index - 1]);
		expect(once).toEqual([
			"agent_thought_chunk",
			"agent_message_chunk",
			"tool_call",
			"tool_call_update",
			"agent_message_chunk",
			"usage_update",
			"session_info_update",
		]);
		expect(acp.kinds("usage_update")).toEqual([
			{
				sessionUpdate: "usage_update",
				size: 200_000,
				used: expect.any(Number),
				cost: { amount: expect.any(Number), currency: "USD" },
			},
		]);
		// A request that is answered later shows that nothing else was on its way.
		await acp.agent.request(methods.agent.session.list, {});
		expect(acp.updates.length).toBe(atAnswer);
	});

	verifies("rpc-sdk-acp:acp:cancel", async () => {
		await using omp = await ompProject({
			replies: [
				delivered(stalled(text("A long answer that never ends."), 4), { chunkChars: 3 }),
				text("Now it works."),
			],
		});
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const answer = acp.prompt(sessionId, "Talk");
		await acp.update("agent_message_chunk");
		await acp.agent.notify(methods.agent.session.cancel, { sessionId });
		expect(await answer).toMatchObject({ stopReason: "cancelled" });
		expect(await acp.prompt(sessionId, "Again")).toMatchObject({ stopReason: "end_turn" });
	});

	test("a cancel right behind its prompt counts", async () => {
		await using omp = await ompProject({ replies: [stalled(text("Never."))] });
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const answers = [acp.prompt(sessionId, "Talk"), acp.prompt(sessionId, "And more")];
		await acp.agent.notify(methods.agent.session.cancel, { sessionId });
		expect(await Promise.all(answers)).toMatchObject([{ stopReason: "cancelled" }, { stopReason: "cancelled" }]);
	});

	test("a command that runs ends with the prompt that is cancelled", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "wait", command: "echo $$ > pid; sleep 600" })],
		});
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const answer = acp.prompt(sessionId, "Wait");
		await until(() => omp.files.read("pid").catch(() => undefined));
		await acp.agent.notify(methods.agent.session.cancel, { sessionId });
		expect(await answer).toMatchObject({ stopReason: "cancelled" });
		expect(acp.kinds("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
	});

	verifies("rpc-sdk-acp:acp:second-prompt", async () => {
		const open = gate();
		await using omp = await ompProject({
			replies: [
				delivered(text("One and more."), { chunkChars: 3, hold: { afterChunks: 4, gate: open } }),
				text("Both are done."),
			],
		});
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const first = acp.prompt(sessionId, "First");
		await acp.update("agent_message_chunk");
		const second = acp.prompt(sessionId, "Second, meanwhile");
		// The one that steers is in before the first reply ends.
		await acp.agent.request(methods.agent.session.list, {});
		open.open();
		expect(await Promise.all([first, second])).toMatchObject([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Second, meanwhile");
	});

	verifies("rpc-sdk-acp:acp:held-agent-turns", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("bash", { i: "start", command: "until [ -e go ]; do sleep 0.02; done", async: true }),
				text("It runs."),
				text("The job has ended."),
				text("Here I am."),
			],
		});
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		await acp.prompt(sessionId, "Start it");
		const before = acp.updates.length;
		await omp.files.write("go", "");
		await until(() => omp.model.requests.length === 3 || undefined);
		// The turn is over when its reply is on disk.
		await until(async () => JSON.stringify(await omp.sessions()).includes("The job has ended.") || undefined);
		expect(acp.updates.length).toBe(before);
		expect(await acp.prompt(sessionId, "And?")).toMatchObject({ stopReason: "end_turn" });
		const said = acp.updates
			.slice(before)
			.flatMap(({ update }) => (update.sessionUpdate === "agent_message_chunk" ? [update.content] : []))
			.map((content) => (content.type === "text" ? content.text : ""));
		expect(said.join("")).toBe("The job has ended.Here I am.");
	});

	verifies("rpc-sdk-acp:acp:slash-commands", async () => {
		await using omp = await ompProject();
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const { availableCommands } = await acp.update("available_commands_update");
		expect(availableCommands.map(({ name }) => name)).toContain("session");
		expect(await acp.prompt(sessionId, "/session")).toEqual({ stopReason: "end_turn" });
		const [said] = acp.kinds("agent_message_chunk");
		expect(said?.content).toMatchObject({ type: "text", text: expect.stringContaining(sessionId) });
		expect(omp.model.requests).toEqual([]);
	});

	verifies("slash-commands:list:acp", async () => {
		await using omp = await ompProject({ files: { ".omp/commands/tidy.md": "Tidy up" } });
		await using acp = await acpClient(omp);
		await using host = rpcHost(omp);
		await acp.newSession();
		const { availableCommands } = await acp.update("available_commands_update");
		const { commands } = await host.frame({ type: "available_commands_update" });
		const names = (commands as ReadonlyArray<{ name: string }>).map(({ name }) => name);
		expect(availableCommands.map(({ name }) => name)).toEqual(names);
		expect(names).toContain("compact");
	});

	test("images, embedded files and links become parts of the prompt", async () => {
		await using omp = await ompProject({ files: { "my notes.txt": "the notes\n" }, replies: [text("Seen.")] });
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
		const prompt: PromptRequest["prompt"] = [
			{ type: "text", text: "Look at these." },
			{ type: "image", data: pixel, mimeType: "image/png" },
			{ type: "resource", resource: { uri: "file:///x/buffer.ts", text: "const unsaved = 1;" } },
			{ type: "resource_link", name: "notes", uri: `file://${omp.path}/my%20notes.txt` },
			{ type: "resource_link", name: "the site", uri: "https://example.com/a" },
		];
		await acp.agent.request(methods.agent.session.prompt, { sessionId, prompt });
		const sent = JSON.stringify(omp.model.requests.at(-1));
		for (const part of ["Look at these.", "const unsaved = 1;", "the notes", "the site (https://example.com/a)"]) {
			expect(sent).toContain(part);
		}
		expect(sent).toContain("image/png");
		const audio: PromptRequest["prompt"] = [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }];
		const refused = acp.agent.request(methods.agent.session.prompt, { sessionId, prompt: audio });
		await expect(refused).rejects.toMatchObject({ code: -32602 });
	});

	test("an error of the provider is the error of the request, a cut reply is max_tokens, a refused one refusal", async () => {
		await using omp = await ompProject({
			replies: [
				failure(400, "the model is not amused"),
				text("Cut", { stopReason: "length" }),
				text("I will not.", { stopReason: "refusal" }),
			],
		});
		await using acp = await acpClient(omp);
		const sessionId = await acp.newSession();
		await expect(acp.prompt(sessionId, "Talk")).rejects.toMatchObject({
			code: -32603,
			data: { details: expect.stringContaining("not amused") },
		});
		expect(await acp.prompt(sessionId, "Again")).toMatchObject({ stopReason: "max_tokens" });
		expect(await acp.prompt(sessionId, "Once more")).toMatchObject({ stopReason: "refusal" });
	});
});
