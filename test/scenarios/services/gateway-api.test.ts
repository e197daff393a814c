import { expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import OpenAI from "openai";
import { anthropicKey, type GatewayWorld, gatewayWorld, openaiKey } from "./gateway-world.ts";
import { ask } from "./omp-service.ts";

const claude = "anthropic/claude-haiku-4-5";
const gpt = "openai/gpt-5.5";
const messages = [{ role: "user" as const, content: "Hi" }];

const openaiOf = ({ gateway }: GatewayWorld) =>
	new OpenAI({ apiKey: gateway.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropicOf = ({ gateway }: GatewayWorld) =>
	new Anthropic({ apiKey: gateway.token, baseURL: gateway.url, maxRetries: 0 });

/** A provider that can count, and what it was asked. */
function countingProvider() {
	const asked: Array<{ path: string; key: string | null; body: Record<string, unknown> }> = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request) {
			const path = new URL(request.url).pathname;
			const { headers } = request;
			const key = headers.get("x-api-key") ?? headers.get("authorization");
			asked.push({ path, key, body: (await request.json()) as Record<string, unknown> });
			return Response.json({ input_tokens: 4711 });
		},
	});
	return { url: `http://127.0.0.1:${server.port}`, asked, [Symbol.asyncDispose]: () => server.stop(true) };
}

verifies("models-and-auth:gateway:count-tokens", async () => {
	await using provider = countingProvider();
	await using counting = await gatewayWorld({
		env: { ANTHROPIC_BASE_URL: provider.url, OPENAI_BASE_URL: `${provider.url}/v1` },
	});
	const tools = [{ name: "look", input_schema: { type: "object" as const } }];
	const question = { system: "Be brief", messages, tools };
	expect(await anthropicOf(counting).messages.countTokens({ model: claude, ...question })).toEqual({
		input_tokens: 4711,
	});
	expect(await anthropicOf(counting).messages.countTokens({ model: gpt, ...question })).toEqual({
		input_tokens: 4711,
	});
	expect(provider.asked.map(({ path, key }) => [path, key])).toEqual([
		["/v1/messages/count_tokens", anthropicKey],
		["/v1/responses/input_tokens", `Bearer ${openaiKey}`],
	]);
	expect(provider.asked[0]?.body).toMatchObject({ model: "claude-haiku-4-5", tools: [{ name: "look" }] });
	expect(provider.asked[0]?.body).not.toHaveProperty("max_tokens");

	// This one answers everything but a count.
	await using world = await gatewayWorld({ otherwise: () => text("no count") });
	const client = anthropicOf(world);
	const count = async (content: string) =>
		(await client.messages.countTokens({ model: claude, messages: [{ role: "user", content }] })).input_tokens;
	const short = await count("Hi");
	const long = await count("The quick brown fox jumps over the lazy dog. ".repeat(100));
	expect(short).toBeGreaterThan(0);
	expect(short).toBeLessThan(20);
	expect(long).toBeGreaterThan(900);
	expect(long).toBeLessThan(2000);
	const withTools = await client.messages.countTokens({ model: claude, ...question });
	expect(withTools.input_tokens).toBeGreaterThan(short);
	const failed = await client.messages.countTokens({ model: "nosuch", messages }).catch((error: unknown) => error);
	expect(failed).toBeInstanceOf(Anthropic.NotFoundError);
});

verifies("models-and-auth:gateway:models", async () => {
	await using world = await gatewayWorld();
	const { gateway } = world;
	const openai = openaiOf(world);
	const anthropic = anthropicOf(world);
	const inOpenai = await openai.models.list();
	expect(inOpenai.data.find(({ id }) => id === claude)).toMatchObject({
		object: "model",
		owned_by: "anthropic",
		created: 0,
	});
	const page = await anthropic.models.list();
	const fact = { type: "model", id: claude, display_name: "Claude Haiku 4.5", created_at: "1970-01-01T00:00:00Z" };
	expect(page.data.find(({ id }) => id === claude)).toMatchObject(fact);
	expect([page.has_more, page.data.length]).toEqual([false, inOpenai.data.length]);
	const ids: string[] = [];
	for await (const { id } of anthropic.models.list({ limit: 7 })) ids.push(id);
	expect(ids).toEqual(inOpenai.data.map(({ id }) => id));

	for (const id of [claude, "claude-haiku-4-5"]) {
		expect(await openai.models.retrieve(id)).toMatchObject({ id: claude, object: "model" });
		expect(await anthropic.models.retrieve(id)).toMatchObject(fact);
	}
	for (const path of [claude, claude.replace("/", "%2F"), claude.replace("/", "%2f")]) {
		expect((await ask(gateway, `/v1/models/${path}`)).body.id).toBe(claude);
	}
	const missing = await openai.models.retrieve("nosuch/thing").catch((error: unknown) => error);
	expect(missing).toBeInstanceOf(OpenAI.NotFoundError);
	expect((missing as Error).message).toBe("404 Unknown model: nosuch/thing");
	const missingThere = await anthropic.models.retrieve("nosuch").catch((error: unknown) => error);
	expect(missingThere).toBeInstanceOf(Anthropic.NotFoundError);
	expect((missingThere as { error: unknown }).error).toEqual({
		type: "error",
		error: { type: "not_found_error", message: "Unknown model: nosuch" },
	});
	expect((await ask(gateway, "/v1/models/%")).status).toBe(404);
});

test("errors outside of an endpoint have the form of the client's API", async () => {
	await using world = await gatewayWorld();
	const { gateway } = world;
	const version = { "anthropic-version": "2023-06-01" };
	const form = async (path: string, options: Parameters<typeof ask>[2] = {}) => {
		const plain = await ask(gateway, path, options);
		const anthropic = await ask(gateway, path, { ...options, headers: { ...options.headers, ...version } });
		return [plain.status, plain.body, anthropic.status, anthropic.body];
	};
	const said = (kind: string, message: string) => ({ type: "error", error: { type: kind, message } });
	const noRoute = "No route: POST /v1/complete";
	expect(await form("/v1/complete", { body: {} })).toEqual([
		404,
		{ error: { message: noRoute, type: "invalid_request_error", param: null, code: "unknown_url" } },
		404,
		said("not_found_error", noRoute),
	]);
	for (const path of ["/v1/models", "/v1/complete"]) {
		expect(await form(path, { token: "wrong" })).toEqual([
			401,
			{ error: { message: "unauthorized", type: "authentication_error", param: null, code: null } },
			401,
			said("authentication_error", "unauthorized"),
		]);
	}
	expect((await form("/v1/messages", { method: "PUT", body: {} }))[0]).toBe(405);
});

test("a conversation without a message is refused before any provider is asked", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine") });
	const { gateway, model } = world;
	const refused = async (path: string, body: object) => {
		const answer = await ask(gateway, path, { body: { model: claude, max_tokens: 9, ...body } });
		return [answer.status, (answer.body.error as { type: string; message: string }).message];
	};
	const empty = [400, "messages: expected a list that is not empty"];
	expect(await refused("/v1/messages", { messages: [] })).toEqual(empty);
	expect(await refused("/v1/messages/count_tokens", { messages: [] })).toEqual(empty);
	expect(await refused("/v1/chat/completions", { messages: [] })).toEqual(empty);
	for (const input of [[], "", undefined]) {
		expect(await refused("/v1/responses", { input })).toEqual([
			400,
			"input: expected a text or a list that is not empty",
		]);
	}
	expect(await refused("/v1/pi/stream", { modelId: claude, context: { messages: [] } })).toEqual([
		400,
		"context.messages: expected a list that is not empty",
	]);
	expect(model.requests).toEqual([]);
});

test("a provider that refuses connections is a 502 within 15 seconds, in the form of each format", async () => {
	const listening = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
	const { port } = listening;
	await listening.stop(true);
	await using world = await gatewayWorld({
		env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
	});
	const startedAt = performance.now();
	const asked = await Promise.all([
		anthropicOf(world)
			.messages.create({ model: claude, max_tokens: 9, messages })
			.catch((error: unknown) => error),
		openaiOf(world)
			.chat.completions.create({ model: gpt, messages })
			.catch((error: unknown) => error),
		openaiOf(world)
			.responses.create({ model: claude, input: "Hi", stream: true })
			.catch((error: unknown) => error),
	]);
	expect(performance.now() - startedAt).toBeLessThan(15_000);
	for (const error of asked) {
		expect((error as { status: number }).status).toBe(502);
		expect((error as Error).message).toContain(`Could not reach 127.0.0.1:${port}`);
	}
}, 60_000);
