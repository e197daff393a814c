import { expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import { startHttpService } from "../../../http-service/http-service.ts";
import type { HttpRoute } from "../../../http-service/route.ts";
import { anthropicFormat } from "../formats/anthropic/format.ts";
import { chatFormat } from "../formats/chat/format.ts";
import type { Format } from "../formats/format.ts";
import { responsesFormat } from "../formats/responses/format.ts";
import { ResponseMemory } from "../formats/responses/response-memory.ts";
import { answer } from "./answer.ts";
import type { GatewayModels } from "./find-model.ts";

const model = { id: "m", provider: "p", api: "openai-responses" } as Model;

/** A gateway of one format, whose model says two words with `between` after the first. */
function gateway(format: Format, between: () => Promise<void> | void = () => {}) {
	const errors: unknown[] = [];
	const upstream = () => () => {
		const events = new AssistantMessageEventStream();
		const reply = new Reply(model, 0, (event) => events.push(event));
		events.push({ type: "start", partial: reply.message });
		const speak = async () => {
			reply.appendText("text", "one ");
			await between();
			reply.appendText("text", "two");
			reply.closeAll();
			events.push({ type: "done", reason: "stop", message: reply.message });
		};
		speak().catch((error: unknown) => events.fail(error));
		return events;
	};
	const ports = {
		models: { find: async () => model } as unknown as GatewayModels,
		...{ upstream, client: () => ({ name: "owner" }), now: () => 0, newId: () => crypto.randomUUID() },
		onError: (error: unknown) => errors.push(error),
	};
	const route: HttpRoute = { method: "POST", path: "/", handle: (call) => answer(format, call, ports) };
	const service = startHttpService({ bind: { host: "127.0.0.1", port: 0 }, routes: [route], now: () => 0 });
	const ask = (body: object) =>
		fetch(service.url, { method: "POST", body: JSON.stringify({ model: "m", ...body }) }).then((r) => r.text());
	return { ask, errors, [Symbol.asyncDispose]: () => service.end() };
}

test("responses: an answer ends well although the one it refers to was forgotten meanwhile, and can be referred to", async () => {
	const memory = new ResponseMemory();
	let others = 0;
	const forgetAll = () => {
		for (let i = 0; i < 5; i++) memory.remember("other", `resp_other${others++}`, ["x".repeat(15_000_000)], []);
	};
	const between: Array<() => void> = [() => {}, forgetAll];
	await using server = gateway(responsesFormat(memory), () => between.shift()?.());
	const first = JSON.parse(await server.ask({ input: "one" })) as { id: string };
	const stream = await server.ask({ input: "two", previous_response_id: first.id, stream: true });
	expect(stream).toContain("event: response.completed");
	const id = /"response":\{"id":"(resp_\w+)"/.exec(stream)?.[1] ?? "";
	expect(memory.findConversation("owner", first.id)).toBeUndefined();
	expect(JSON.stringify(memory.findConversation("owner", id))).toMatch(/"one".*"one two".*"two".*"one two"/);
	expect(server.errors).toEqual([]);
});

const errorEvents: ReadonlyArray<readonly [name: string, format: Format, body: object, error: string]> = [
	["chat", chatFormat, { messages: [{ role: "user", content: "Hi" }] }, 'data: {"error":'],
	["anthropic", anthropicFormat, { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }, "event: error"],
	["responses", responsesFormat(), { input: "Hi" }, "event: response.failed"],
];

for (const [name, format, body, error] of errorEvents) {
	test(`${name}: an answer that breaks off inside the gateway ends with the format's own error`, async () => {
		const broken: Format = {
			...format,
			encoder(...parts) {
				const encoder = format.encoder(...parts);
				return {
					encode(event) {
						if (event.type === "done") throw new TypeError("inside");
						return encoder.encode(event);
					},
				};
			},
		};
		await using server = gateway(broken);
		const stream = await server.ask({ ...body, stream: true });
		expect(stream).toContain("one ");
		expect(stream.slice(stream.indexOf("two"))).toContain(error);
		expect(stream).toContain("The gateway could not finish the answer");
		expect(stream).not.toContain("inside");
		expect(server.errors).toHaveLength(1);
	});
}
