import { expect, test } from "bun:test";
import type { Message } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { compactedItems, compactingModel, compactionProtocols } from "../../stream/compaction.ts";
import { createStream } from "../../stream/stream.ts";
import { openaiResponses } from "../openai-responses/protocol.ts";
import { gpt } from "../responses/testing/contract-speaker.ts";

const output = [{ type: "compaction", id: "cmp_1", encrypted_content: "sealed" }];
const messages: Message[] = [{ role: "user", content: "Long story", timestamp: 1 }];
const systemPrompt = ["Be brief.", "Be kind."];

async function compact(model: Model, answer: () => Response) {
	const sent: Array<{ url: string; authorization: string | undefined; body: unknown }> = [];
	const stream = createStream({
		host: { now: () => 0, env: {} },
		protocols: compactionProtocols,
		sleep: async () => {},
		fetch: async (url, init) => {
			const headers = init.headers as Record<string, string>;
			sent.push({ url, authorization: headers.authorization, body: JSON.parse(String(init.body)) });
			return answer();
		},
	});
	const reply = await stream(model, { systemPrompt, messages }, { apiKey: "key" }).result();
	return { sent, reply };
}

const compacting = (model: Model): Model => compactingModel(model) as Model;
const compacted = () => Response.json({ object: "response.compaction", output, usage: { input_tokens: 7 } });

test("OpenAI gets the conversation and the instructions, and its compaction is stored unchanged", async () => {
	const { sent, reply } = await compact(compacting(gpt), compacted);
	const input = [{ role: "user", content: [{ type: "input_text", text: "Long story" }] }];
	expect(sent).toEqual([
		{
			url: "https://api.openai.com/v1/responses/compact",
			authorization: "Bearer key",
			body: { model: "gpt-5.5", input, instructions: "Be brief.\n\nBe kind." },
		},
	]);
	expect([compactedItems(reply), reply.stopReason, reply.usage.input]).toEqual([output, "stop", 7]);
});

test("Codex has its own endpoint", async () => {
	const codex: Model = {
		...gpt,
		provider: "openai-codex",
		api: "openai-codex-responses",
		baseUrl: "https://chatgpt.com/backend-api",
	};
	const { sent } = await compact(compacting(codex), compacted);
	expect(sent[0]?.url).toBe("https://chatgpt.com/backend-api/codex/responses/compact");
});

test.each([
	["something else", () => Response.json({ object: "response", output: [] })],
	["nothing", () => new Response("")],
	["a refusal", () => Response.json({ error: { message: "no such endpoint" } }, { status: 404 })],
])("an answer with %s is a failure", async (_what, answer) => {
	const { reply } = await compact(compacting(gpt), answer);
	expect([reply.stopReason, compactedItems(reply)]).toEqual(["error", undefined]);
});

test("other hosts with the same protocol do not support compaction", () => {
	const models = [
		{ ...gpt, provider: "xai" },
		{ ...gpt, api: "openai-completions" },
	];
	expect(models.map(compactingModel)).toEqual([undefined, undefined]);
});

test("the provider's items are sent back to it unchanged; other models get the summary", () => {
	const summary: Message = {
		role: "user",
		content: "Short story",
		providerItems: { provider: "openai", items: output },
		timestamp: 1,
	};
	const inputFor = (model: Model) =>
		openaiResponses.encode({ model, context: { messages: [summary] }, options: {}, env: {}, now: 0 }).body.input;
	expect(inputFor(gpt)).toEqual(output);
	expect(inputFor({ ...gpt, provider: "xai" })).toEqual([
		{ role: "user", content: [{ type: "input_text", text: "Short story" }] },
	]);
});
