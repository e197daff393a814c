import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { anthropicKey, gatewayWorld, openaiKey } from "./gateway-world.ts";
import { ask, brokerEnv, ompService } from "./omp-service.ts";

const claude = "anthropic/claude-haiku-4-5";
const hello = { model: claude, max_tokens: 50, messages: [{ role: "user", content: "Hi" }] };

verifies("models-and-auth:gateway:bad-requests", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine") });
	const { gateway } = world;
	const chat = (body: unknown) => ask(gateway, "/v1/chat/completions", { body });
	const said = async (body: unknown) => {
		const answer = await chat(body);
		return [answer.status, (answer.body.error as { message: string }).message];
	};
	expect(await said("{")).toEqual([400, expect.stringContaining("Invalid JSON body")]);
	expect(await said([])).toEqual([400, "body: expected an object"]);
	expect(await said({ model: claude })).toEqual([400, "messages: expected a list"]);
	expect(await said({ ...hello, tools: [{ type: "function", function: { description: 3 } }] })).toEqual([
		400,
		"tools[0].function.name: expected a text that is not empty",
	]);
	expect(await said({ ...hello, tools: "many" })).toEqual([400, "tools: expected a list"]);
	expect(await said({ ...hello, messages: [{ role: "tool", tool_call_id: "x", content: "lost" }] })).toEqual([
		400,
		"messages[0]: no tool call before it has the id x",
	]);
	const image = [{ type: "image_url", image_url: { url: "http://169.254.169.254/latest" } }];
	expect((await said({ ...hello, messages: [{ role: "user", content: image }] }))[0]).toBe(400);
	expect((await chat({ ...hello, unknown_field: { deep: [1] }, messages: hello.messages })).status).toBe(200);

	const anthropic = await ask(gateway, "/v1/messages", {
		body: { ...hello, tools: [{ type: "web_search_20250305" }] },
	});
	expect(anthropic.body).toEqual({
		type: "error",
		error: { type: "invalid_request_error", message: expect.stringContaining("tools[0].type") },
	});
	const large = await ask(gateway, "/v1/messages", { body: `"${"x".repeat(100 * 1024 * 1024)}"` }).catch(
		() => undefined,
	);
	// A client that is still sending may see the connection end first.
	if (large) expect([large.status, (large.body.error as { type: string }).type]).toEqual([413, "request_too_large"]);
	expect((await chat(hello)).status).toBe(200);
});

test("a client that hangs up ends the request to the provider", async () => {
	await using world = await gatewayWorld({
		replies: [delivered(text("word ".repeat(400)), { chunkChars: 5, chunkDelayMs: 20 })],
	});
	const { gateway, model } = world;
	const abort = new AbortController();
	const response = await fetch(`${gateway.url}/v1/chat/completions`, {
		method: "POST",
		headers: { authorization: `Bearer ${gateway.token}` },
		body: JSON.stringify({ ...hello, stream: true }),
		signal: abort.signal,
	});
	await response.body?.getReader().read();
	abort.abort();
	await until(() => model.exchanges[0]?.aborted);
});

test("a client that never reads costs little and others are answered meanwhile", async () => {
	const long = "word ".repeat(400_000);
	await using world = await gatewayWorld({ otherwise: ({ stream }) => text(stream ? long : "short") });
	const { gateway } = world;
	const body = JSON.stringify({ ...hello, stream: true });
	const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
	socket.pause();
	socket.write(
		`POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${gateway.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	await until(() => world.model.requests.length > 0);
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${gateway.pid}/status`).text())?.[1]) / 1024;
	const answer = await ask(gateway, "/v1/chat/completions", { body: { ...hello, model: "openai/gpt-5.5" } });
	expect(answer.status).toBe(200);
	if (process.platform === "linux") expect(await memory()).toBeLessThan(400);
	socket.destroy();
});

verifies("models-and-auth:gateway:access", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine") });
	const { gateway, broker } = world;
	const path = "/v1/chat/completions";
	expect((await ask(gateway, "/healthz", { token: "" })).body).toEqual({ ok: true, version: expect.any(String) });
	expect((await ask(gateway, path, { body: hello, token: "" })).body).toEqual({
		error: { message: "unauthorized", type: "authentication_error", param: null, code: null },
	});
	const own = { "x-api-key": gateway.token };
	expect((await ask(gateway, "/v1/messages", { body: hello, token: "", headers: own })).status).toBe(200);
	const made = await gateway.run(["auth-gateway", "key", "add", "ci", "--tokens-per-day", "100", "--json"]);
	const { token: ci } = JSON.parse(made.stdout);
	const spent = await ask(gateway, path, { body: hello, token: ci });
	expect([spent.status, spent.headers.get("x-should-retry")]).toEqual([402, "false"]);
	expect(spent.body.error).toMatchObject({ type: "billing_error", message: expect.stringContaining("Budget reached") });
	expect((await ask(gateway, path, { body: hello })).status).toBe(200);
	expect((await gateway.run(["auth-gateway", "key", "list"])).stdout).toContain("100 tokens a day");
	await gateway.run(["auth-gateway", "key", "remove", "ci"]);
	expect((await ask(gateway, path, { body: hello, token: ci })).status).toBe(401);
	const regenerated = (await gateway.run(["auth-gateway", "token", "--regenerate"])).stdout.trim();
	expect((await ask(gateway, path, { body: hello })).status).toBe(401);
	expect((await ask(gateway, path, { body: hello, token: regenerated })).status).toBe(200);

	const status = await gateway.run(["auth-gateway", "status", "--json"]);
	expect(JSON.parse(status.stdout)).toEqual({
		ready: true,
		tokenFile: gateway.home.file(".omp/auth-gateway.token"),
		tokenPresent: true,
		broker: broker.url,
		brokerConfigured: true,
		brokerAuthenticated: true,
		credentialCount: 2,
	});
	const check = await gateway.run(["auth-gateway", "check", "--strict", "--json"]);
	expect(JSON.parse(check.stdout).credentials).toEqual([
		{ id: 1, provider: "anthropic", type: "api_key", remoteRefresh: true, ok: true },
		{ id: 2, provider: "openai", type: "api_key", remoteRefresh: true, ok: true },
	]);
	const alone = await gateway.run(["auth-gateway", "serve"], { env: { OMP_AUTH_BROKER_URL: "" } });
	expect([alone.exitCode, alone.stderr]).toEqual([1, expect.stringContaining("takes its logins from a broker")]);
	const open = await gateway.run(["auth-gateway", "serve", "--no-auth", "--bind", "0.0.0.0:0"]);
	expect([open.exitCode, open.stderr]).toEqual([1, expect.stringContaining("without a token")]);

	const places = [gateway.output(), broker.output(), status.stdout, check.stdout];
	for (const root of [gateway.home.path]) {
		for (const file of await readdir(root, { recursive: true, withFileTypes: true })) {
			if (file.isFile()) places.push(await Bun.file(`${file.parentPath}/${file.name}`).text());
		}
	}
	for (const secret of [anthropicKey, openaiKey]) expect(places.filter((place) => place.includes(secret))).toEqual([]);
	for (const token of [gateway.token, broker.token, ci]) expect(gateway.output()).not.toContain(token);
});

test("without a token the gateway answers this machine only, and no page of another origin", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine") });
	await using open = await ompService("auth-gateway", { env: brokerEnv(world.broker), args: ["--no-auth"] });
	expect((await ask(open, "/v1/models", { token: "" })).status).toBe(200);
	const page = await ask(open, "/v1/models", { token: "", headers: { origin: "https://evil.example" } });
	expect([page.status, page.headers.get("access-control-allow-origin")]).toEqual([403, null]);
	const own = await ask(world.gateway, "/v1/models", { headers: { origin: "https://app.example" } });
	expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, "https://app.example"]);
});
