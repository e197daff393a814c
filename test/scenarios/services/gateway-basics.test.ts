import { expect } from "bun:test";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { gatewayWorld } from "./gateway-world.ts";
import { ask } from "./omp-service.ts";

const claude = "anthropic/claude-haiku-4-5";
const messages = [{ role: "user", content: "Hi" }];
const context = { systemPrompt: [], messages: [{ role: "user", content: "Hi", timestamp: 1 }], tools: [] };

/** A request in each format, and where its answer has the text. */
const formats: ReadonlyArray<readonly [path: string, body: unknown]> = [
	["/v1/chat/completions", { model: claude, messages }],
	["/v1/messages", { model: claude, max_tokens: 50, messages }],
	["/v1/responses", { model: claude, input: "Hi" }],
	["/v1/pi/stream", { modelId: claude, context, options: {}, stream: false }],
];

verifies("models-and-auth:gateway:endpoints", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine words") });
	const { gateway, model } = world;
	const { body } = await ask(gateway, "/v1/models");
	const { data } = body as { data: ReadonlyArray<{ id: string; object: string; owned_by: string }> };
	expect(data.find(({ id }) => id === claude)).toMatchObject({ object: "model", owned_by: "anthropic" });
	for (const [path, request] of formats) {
		const answer = await ask(gateway, path, { body: request });
		expect([path, answer.status, JSON.stringify(answer.body)]).toEqual([
			path,
			200,
			expect.stringContaining("fine words"),
		]);
	}
	expect(model.requests).toHaveLength(formats.length);
});

verifies("models-and-auth:gateway:auth", async () => {
	await using world = await gatewayWorld({ otherwise: () => text("fine") });
	const { gateway, model } = world;
	const { token } = gateway;
	const last = token.at(-1) === "A" ? "B" : "A";
	const wrong = [token.slice(0, -1), `${token}x`, token.slice(0, -1) + last, token.toUpperCase(), "x".repeat(4000)];
	for (const [path, request] of formats) {
		for (const one of ["", ...wrong]) {
			expect([path, one.length, (await ask(gateway, path, { body: request, token: one })).status]).toEqual([
				path,
				one.length,
				401,
			]);
		}
	}
	expect(model.requests).toEqual([]);
});
