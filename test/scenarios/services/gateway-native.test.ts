import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { gatewayWorld } from "./gateway-world.ts";
import { ask, brokerEnv, ompService } from "./omp-service.ts";

const claude = "anthropic/claude-haiku-4-5";

function gatewayModels(name: string, url: string, id: string, more = ""): string {
	return [
		"providers:",
		`  ${name}:`,
		`    baseUrl: ${url}`,
		"    apiKey: GATEWAY_KEY",
		"    api: pi-native",
		"    models:",
		`      - { id: ${id}, reasoning: true, contextWindow: 200000, maxTokens: 32000 }`,
		more,
	].join("\n");
}

const script = () => [
	toolCall(
		"bash",
		{ i: "say it", command: "echo from-the-shell" },
		{ thinking: "use a tool", thinkingSignature: "c2ln" },
	),
	text("It said from-the-shell.", { usage: { inputTokens: 40, outputTokens: 8 } }),
];

/** What the model said and what it cost, without times and ids. */
function essence(session: ReadonlyArray<Record<string, unknown>>): unknown[] {
	return session.flatMap((line) => {
		const message = line.message as Record<string, unknown> | undefined;
		if (line.type !== "message" || !message) return [];
		const { role, content, api, provider, model, usage, stopReason } = message;
		return [{ role, content, api, provider, model, usage, stopReason }];
	});
}

verifies("ai-streaming:pi-native:gateway", async () => {
	await using world = await gatewayWorld({ replies: script() });
	const { gateway, model } = world;
	await using omp = await ompProject({ connected: false });
	await omp.home.write(".omp/agent/models.yml", gatewayModels("team", gateway.url, claude));
	const run = await omp.run(["-p", "--model", `team/${claude}`, "--yolo", "Run echo"], {
		env: { GATEWAY_KEY: gateway.token },
	});
	expect([run.exitCode, run.stderr]).toEqual([0, ""]);
	expect(run.stdout).toBe("It said from-the-shell.\n");
	expect(JSON.stringify(model.requests[1])).toContain("from-the-shell");
	// The thinking goes back to the provider with its signature, though this omp has never seen the provider.
	expect(JSON.stringify(model.requests[1])).toContain('"signature":"c2ln"');
	const [session] = await omp.sessions();
	const answer = session?.findLast(({ message }) => (message as { role?: string } | undefined)?.role === "assistant");
	expect(answer?.message).toMatchObject({ api: "anthropic-messages", provider: "anthropic", stopReason: "stop" });
	const { usage } = (answer?.message ?? {}) as { usage?: { cost: { total: number } } };
	expect(usage?.cost.total).toBeGreaterThan(0);
});

test("omp behind omp behind omp gives the same session as omp alone", async () => {
	await using direct = await gatewayWorld({ replies: script() });
	await using near = await ompProject({ connected: false });
	await near.home.write(".omp/agent/models.yml", gatewayModels("team", direct.gateway.url, claude));
	const key = { GATEWAY_KEY: direct.gateway.token };
	const first = await near.run(["-p", "--model", `team/${claude}`, "--yolo", "Run echo"], { env: key });

	await using behind = await gatewayWorld({ replies: script() });
	await using second = await ompService("auth-gateway", {
		env: { ...brokerEnv(behind.broker), GATEWAY_KEY: behind.gateway.token },
	});
	await second.home.write(".omp/agent/models.yml", gatewayModels("inner", behind.gateway.url, claude));
	await second.kill();
	await second.restart();
	await using far = await ompProject({ connected: false });
	await far.home.write(".omp/agent/models.yml", gatewayModels("team", second.url, `inner/${claude}`));
	const third = await far.run(["-p", "--model", `team/inner/${claude}`, "--yolo", "Run echo"], {
		env: { GATEWAY_KEY: second.token },
	});
	expect([third.exitCode, third.stdout, third.stderr]).toEqual([first.exitCode, first.stdout, first.stderr]);
	const [nearSession = []] = await near.sessions();
	const [farSession = []] = await far.sessions();
	const named = (value: unknown) =>
		JSON.stringify(value)
			.replaceAll(near.path, "PROJECT")
			.replaceAll(far.path, "PROJECT")
			.replace(/Wall time: [\d.]+/g, "Wall time");
	expect(named(essence(farSession))).toEqual(named(essence(nearSession)));
	expect(essence(farSession).length).toBe(4);
});

test("pi-native: events come with the message so far, or only the starts of blocks; a failure is an event", async () => {
	await using world = await gatewayWorld({
		replies: [
			text("one two three four five"),
			text("one two three four five"),
			text("whole"),
			failure(400, "no such thing"),
		],
	});
	const { gateway } = world;
	const body = { modelId: claude, context: { messages: [{ role: "user", content: "Hi", timestamp: 0 }] } };
	const stream = async (more: object) => {
		const response = await fetch(`${gateway.url}/v1/pi/stream`, {
			method: "POST",
			headers: { authorization: `Bearer ${gateway.token}` },
			body: JSON.stringify({ ...body, ...more }),
		});
		const events = (await response.text()).split("\n\n").filter(Boolean);
		expect(events.at(-1)).toBe("data: [DONE]");
		return events.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, "")));
	};
	const full = await stream({});
	expect(full.filter(({ type }) => type === "text_delta").every(({ partial }) => partial !== undefined)).toBe(true);
	const light = await stream({ partial: "starts" });
	expect(light.map(({ type, partial }) => [type, partial !== undefined])).toContainEqual(["text_delta", false]);
	expect(light.map(({ type, partial }) => [type, partial !== undefined])).toContainEqual(["text_start", true]);
	expect(light.at(-1)).toMatchObject({ type: "done", reason: "stop", message: { content: [{ type: "text" }] } });
	const whole = await ask(gateway, "/v1/pi/stream", { body: { ...body, stream: false } });
	expect(whole.body.message).toMatchObject({ role: "assistant", content: [{ type: "text", text: "whole" }] });
	const failed = await stream({});
	expect(failed.at(-1)).toMatchObject({ type: "error", error: { errorStatus: 400 } });
	const missing = await ask(gateway, "/v1/pi/stream", { body: { context: { messages: [] } } });
	expect([missing.status, missing.body]).toEqual([
		400,
		{ error: { type: "invalid_request_error", message: "Missing `modelId` (or `model.id`) field" } },
	]);
});
