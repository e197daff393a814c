import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, stalled, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcFrame, type RpcHost, rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type StallStep, stallingModel } from "./stalling-model.ts";

const types = (host: RpcHost, from = 0) => host.frames.slice(from).map(({ type }) => type);
const roles = (frame: RpcFrame) => (frame.messages as Array<{ role: string }>).map(({ role }) => role);

describe("prompts over rpc", () => {
	verifies("rpc-sdk-acp:rpc:prompt-ack", async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "m", type: "get_state" });
		const from = host.frames.length;
		host.send({ id: "p1", type: "prompt", message: "go" });
		await host.frame({ type: "agent_end" });
		expect(host.frames[from]).toEqual({ id: "p1", type: "response", command: "prompt", success: true });
		expect(types(host, from).slice(1, 3)).toEqual(["agent_start", "turn_start"]);
	});

	test("a failure after a prompt was accepted is a second response with the same id", async () => {
		await using omp = await ompProject({ replies: [stalled(text("x"), 1)] });
		await using host = rpcHost(omp);
		host.send({ id: "p1", type: "prompt", message: "one" });
		await until(() => omp.model.requests.length === 1);
		host.send({ id: "p2", type: "prompt", message: "two" });
		await host.frame({ id: "p2", success: false });
		expect(host.frames.filter(({ id }) => id === "p2")).toEqual([
			{ id: "p2", type: "response", command: "prompt", success: true },
			{
				id: "p2",
				type: "response",
				command: "prompt",
				success: false,
				error: "Agent is already processing. Use steer() or followUp() to queue messages, or wait for completion.",
			},
		]);
	});

	test("a prompt sent on agent_end is taken while other listeners still handle that event", async () => {
		const slow = `export default (pi) => pi.on("agent_end", () => Bun.sleep(300));`;
		await using omp = await ompProject({ replies: [text("One."), text("Two.")], files: { "slow.ts": slow } });
		await using host = rpcHost(omp, { args: ["-e", omp.files.file("slow.ts")] });
		host.send({ id: "p1", type: "prompt", message: "one" });
		await host.frame({ type: "agent_end" });
		host.send({ id: "p2", type: "prompt", message: "two" });
		await until(() => host.frames.filter(({ type }) => type === "agent_end").length === 2);
		expect(host.frames.filter(({ id }) => id === "p2")).toEqual([
			{ id: "p2", type: "response", command: "prompt", success: true },
		]);
	});

	verifies("rpc-sdk-acp:rpc:prompt-while-streaming", async () => {
		const hold = gate();
		await using omp = await ompProject({
			replies: [
				delivered(text("Slowly."), { hold: { afterChunks: 1, gate: hold } }),
				text("Steered."),
				text("Followed."),
			],
		});
		await using host = rpcHost(omp);
		host.send({ id: "p2", type: "prompt", message: "long one" });
		await until(() => omp.model.requests.length === 1);
		host.send(
			{ id: "p3", type: "prompt", message: "no behaviour" },
			{ id: "p4", type: "prompt", message: "steer me", streamingBehavior: "steer" },
			{ id: "p5", type: "prompt", message: "later", streamingBehavior: "followUp" },
		);
		await host.frame({ id: "p5" });
		hold.open();
		await host.frame({ type: "agent_end" });
		const outcomes = host.frames.filter(({ type }) => type === "response").map(({ id, success }) => [id, success]);
		expect(outcomes).toEqual([
			["p2", true],
			["p3", true],
			["p3", false],
			["p4", true],
			["p5", true],
		]);
		expect(omp.model.requests).toHaveLength(3);
	});

	verifies("rpc-sdk-acp:rpc:steer-and-follow-up", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using client = await rpcClient(omp);
		const first = client.collectEvents();
		await client.steer("start with this");
		await first;
		const second = client.collectEvents();
		await client.followUp("and then this");
		await second;
		expect((await client.getMessages()).map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
	});

	test("example of the protocol: steering skips tools, a follow-up waits for the end", async () => {
		await using omp = await ompProject({
			replies: [
				toolCalls(
					{ name: "bash", arguments: { i: "wait", command: "until [ -e go ]; do sleep 0.02; done" } },
					{ name: "bash", arguments: { i: "no", command: "touch ran" } },
				),
				text("Steered."),
				text("Followed."),
			],
		});
		await using host = rpcHost(omp);
		host.send({ id: "p2", type: "prompt", message: "long one" });
		await host.frame({ type: "tool_execution_start" });
		host.send({ id: "p4", type: "steer", message: "steer me" }, { id: "p7", type: "follow_up", message: "follow 2" });
		await host.frame({ id: "p7" });
		await omp.files.write("go", "");
		await host.frame({ type: "agent_end" });
		const ends = host.frames.filter(({ type }) => type === "turn_end");
		expect(ends).toHaveLength(3);
		const users = host.frames.filter(
			({ type, message }) => type === "message_end" && (message as { role: string }).role === "user",
		);
		expect(
			users.map(({ message }) => [
				(message as { content: Array<{ text: string }> }).content[0]?.text,
				(message as { steering?: boolean }).steering,
			]),
		).toEqual([
			["long one", undefined],
			["steer me", true],
			["follow 2", undefined],
		]);
		expect(roles(await host.frame({ type: "agent_end" }))).toEqual([
			"user",
			"assistant",
			"toolResult",
			"toolResult",
			"user",
			"assistant",
			"user",
			"assistant",
		]);
	});

	verifies("rpc-sdk-acp:rpc:abort", async () => {
		await using omp = await ompProject({ replies: [stalled(text("Never whole."), 2)] });
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "message_start", message: { role: "assistant" } });
		host.send({ id: "a", type: "abort" });
		await host.frame({ type: "agent_end" });
		const order = host.frames.filter(({ type, id }) => id === "a" || /^(turn_end|agent_end)$/.test(type));
		expect(order.map(({ type }) => type)).toEqual(["turn_end", "response", "agent_end"]);
		const [turnEnd] = order;
		expect(turnEnd).toMatchObject({
			message: { stopReason: "aborted", errorMessage: "Interrupted by user" },
			toolResults: [],
		});
		expect(await host.ask({ id: "again", type: "abort" })).toMatchObject({ success: true });
	});

	verifies("rpc-sdk-acp:rpc:abort-and-prompt", async () => {
		await using omp = await ompProject({ replies: [stalled(text("Never whole."), 2), text("Instead.")] });
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "message_start", message: { role: "assistant" } });
		host.send({ id: "x", type: "abort_and_prompt", message: "this instead" });
		await host.frame({ type: "agent_end" });
		const runs = types(host).filter((type) => /^agent_/.test(type));
		expect(runs).toEqual(["agent_start", "agent_start", "agent_end"]);
		expect(roles(await host.frame({ type: "agent_end" }))).toEqual(["user", "assistant"]);
		expect(host.frames.filter(({ id }) => id === "x")).toEqual([
			{ id: "x", type: "response", command: "abort_and_prompt", success: true },
		]);
	});

	verifies("rpc-sdk-acp:rpc:prompt-local-command", async () => {
		await using omp = await ompProject({ replies: [text("Sent as it is.")] });
		await using host = rpcHost(omp);
		expect(await host.ask({ id: "r", type: "prompt", message: "/rename Foo Bar" })).toEqual({
			id: "r",
			type: "response",
			command: "prompt",
			success: true,
			data: { agentInvoked: false },
		});
		expect(omp.model.requests).toHaveLength(0);
		expect(await host.ask({ id: "bad", type: "prompt", message: "/force nothing" })).toMatchObject({
			success: false,
			error: expect.stringContaining("Unknown tool: nothing"),
		});
		host.send({ id: "u", type: "prompt", message: "/no-such-command, please" });
		await host.frame({ type: "agent_end" });
		expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain("/no-such-command, please");
	});

	verifies("rpc-sdk-acp:rpc:side-frames", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		await host.ask({ id: "r", type: "prompt", message: "/rename Foo Bar" });
		await host.ask({ id: "m", type: "prompt", message: "/model acme/a-2" });
		const side = host.frames.filter(({ type }) => /^(command_output|session_info_update|config_update)$/.test(type));
		expect(side).toEqual([
			{ type: "session_info_update", title: "Foo Bar", sessionId: expect.any(String) },
			{ type: "command_output", text: "Session renamed to Foo Bar." },
			{ type: "command_output", text: "Model: acme/a-2 (Acme Two)" },
			{ type: "config_update", model: expect.objectContaining({ id: "a-2" }), thinkingLevel: "off" },
		]);
	});

	test("/force sets tool_choice and sends the rest as a prompt", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { i: "x", command: "true" }), text("Done.")] });
		await using client = await rpcClient(omp);
		await client.promptAndWait("/force bash look around");
		expect(omp.model.requests.map((request) => request.tool_choice)).toEqual([
			expect.objectContaining({ type: "tool", name: "bash" }),
			undefined,
		]);
	});

	verifies("rpc-sdk-acp:rpc:images", async () => {
		await using omp = await ompProject({ replies: [text("Seen.")] });
		await using client = await rpcClient(omp);
		const wide = new Bun.Image(Buffer.from(onePixelPng, "base64")).resize(3000, 30);
		const data = Buffer.from(await wide.png().bytes()).toString("base64");
		await client.promptAndWait("look", {
			images: [{ type: "image", source: { type: "base64", mediaType: "image/png", data } } as never],
		});
		const [message] = await client.getMessages();
		const [, image] = (message as { content: Array<{ type: string; data: string; mimeType: string }> }).content;
		expect(image).toMatchObject({ type: "image", mimeType: expect.stringMatching(/^image\//) });
		expect(await new Bun.Image(Buffer.from(image?.data ?? "", "base64")).metadata()).toMatchObject({
			width: 2000,
			height: 20,
		});
	});
});

const onePixelPng = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

describe("an abort works in every state", () => {
	const places: Array<[string, readonly StallStep[], Record<string, unknown>]> = [
		["before the headers", [{ stall: "before-headers" }], { type: "turn_start" }],
		["after the headers", [{ stall: "after-headers" }], { type: "turn_start" }],
		["between two events", [{ stall: "between-events" }], { type: "message_update" }],
		["in the middle of an event", [{ stall: "mid-event" }], { type: "message_update" }],
		[
			"while a tool runs",
			[{ calls: "bash", with: { i: "wait", command: "sleep 600" } }],
			{ type: "tool_execution_start" },
		],
		[
			"after a tool's result",
			[{ calls: "bash", with: { i: "look", command: "true" } }, { stall: "mid-event" }],
			{ type: "tool_execution_end" },
		],
	];
	test.each(places)("%s", async (_place, steps, reached) => {
		await using omp = await ompProject();
		await using model = await stallingModel(omp, [...steps, { says: "And on." }]);
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame(reached);
		await until(() => model.requests.length === steps.length);
		expect(await host.ask({ id: "a", type: "abort" })).toMatchObject({ success: true });
		const end = await host.frame({ type: "agent_end" });
		expect((end.messages as Array<{ stopReason?: string }>).at(-1)?.stopReason).toBe("aborted");
		// The conversation continues as if nothing had been asked.
		host.send({ id: "n", type: "prompt", message: "and now?" });
		await host.frame({ type: "agent_end" }, { from: host.frames.indexOf(end) + 1 });
		expect(model.requests).toHaveLength(steps.length + 1);
		expect(await host.end()).toBe(0);
	});

	test("during the backoff before a retry", async () => {
		await using omp = await ompProject();
		await using model = await stallingModel(omp, [{ fails: "overloaded_error" }, { says: "Now." }]);
		await omp.home.write(".omp/agent/config.yml", "retry:\n  baseDelayMs: 100000\n");
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "auto_retry_start" });
		host.send({ id: "r", type: "abort_retry" });
		expect(await host.frame({ type: "auto_retry_end" })).toMatchObject({
			success: false,
			finalError: "Retry cancelled",
		});
		const end = await host.frame({ type: "agent_end" });
		host.send({ id: "n", type: "prompt", message: "again" });
		await host.frame({ type: "agent_end" }, { from: host.frames.indexOf(end) + 1 });
		expect(model.requests).toHaveLength(2);
	});

	test("messages queued before it start the next run", async () => {
		await using omp = await ompProject();
		await using model = await stallingModel(omp, [{ stall: "mid-event" }, { says: "On it." }, { says: "And that." }]);
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "message_update" });
		host.send(
			{ id: "f", type: "follow_up", message: "then that" },
			{ id: "s", type: "steer", message: "first this" },
			{ id: "a", type: "abort" },
		);
		await host.frame({ type: "agent_end" });
		expect(types(host).filter((type) => type === "agent_end")).toHaveLength(1);
		const asked = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
		expect(asked[1]).toContain("first this");
		expect(asked[2]).toContain("then that");
	});
});

verifies("rpc-sdk-acp:rpc:retry-controls", async () => {
	await using omp = await ompProject();
	const fails = { fails: "overloaded_error" };
	await using _model = await stallingModel(omp, [fails, fails, { says: "Back." }]);
	await using client = await rpcClient(omp);
	await client.setAutoRetry(false);
	const once = await client.promptAndWait("go");
	expect(once.map(({ type }) => type)).not.toContain("auto_retry_start");
	await client.setAutoRetry(true);
	const again = await client.promptAndWait("go again");
	expect(again.filter(({ type }) => type.startsWith("auto_retry"))).toMatchObject([
		{ type: "auto_retry_start", attempt: 1 },
		{ type: "auto_retry_end", success: true },
	]);
	await client.setAutoCompaction(false);
	expect((await client.getState()).autoCompactionEnabled).toBe(false);
	await client.abortRetry();
});
