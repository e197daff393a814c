import { expect, test } from "bun:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { anthropicKey, gatewayWorld, openaiKey } from "./gateway-world.ts";

const claude = "anthropic/claude-haiku-4-5";
const gpt = "openai/gpt-5.5";
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const weatherParameters = {
	type: "object",
	properties: { city: { type: "string" } },
	required: ["city"],
	additionalProperties: false,
} as const;

verifies("models-and-auth:gateway:openai-chat", async () => {
	await using world = await gatewayWorld({
		replies: [
			text("Hello there", { usage: { inputTokens: 12, outputTokens: 3 } }),
			text("One two three", { thinking: "count", usage: { inputTokens: 5, outputTokens: 4 } }),
			toolCall("weather", { city: "Bern" }),
			text("Sunny."),
		],
	});
	const { gateway, model } = world;
	const client = new OpenAI({ apiKey: gateway.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
	const listed = await client.models.list();
	expect(listed.data.map(({ id }) => id)).toContain(claude);

	const whole = await client.chat.completions.create({
		model: claude,
		messages: [
			{ role: "system", content: "Be brief" },
			{
				role: "user",
				content: [
					{ type: "text", text: "Hi" },
					{ type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
				],
			},
		],
		max_completion_tokens: 100,
		temperature: 0.5,
	});
	expect(whole.choices[0]?.message).toEqual({ role: "assistant", content: "Hello there", refusal: null });
	expect(whole.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 });
	expect(whole.model).toBe(claude);
	expect(model.requests[0]).toMatchObject({ model: "claude-haiku-4-5", max_tokens: 100, temperature: 0.5 });
	expect(JSON.stringify(model.requests[0])).toContain(png);
	expect(model.exchanges[0]?.headers["x-api-key"]).toBe(anthropicKey);

	const chunks: OpenAI.ChatCompletionChunk[] = [];
	const streamed = await client.chat.completions.create({
		model: gpt,
		messages: [{ role: "user", content: "Count" }],
		stream: true,
		stream_options: { include_usage: true },
		reasoning_effort: "low",
	});
	for await (const chunk of streamed) chunks.push(chunk);
	expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
	expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("One two three");
	expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(["stop"]);
	expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 4 });
	expect(model.exchanges[1]?.headers.authorization).toBe(`Bearer ${openaiKey}`);
	expect(model.requests[1]).toMatchObject({ reasoning: { effort: "low" } });

	const weather = {
		name: "weather",
		description: "Tells the weather",
		parameters: { ...weatherParameters, required: [...weatherParameters.required] },
		parse: (args: string) => JSON.parse(args) as { city: string },
		function: ({ city }: { city: string }) => `sunny in ${city}`,
	};
	const runner = client.chat.completions.runTools({
		model: claude,
		messages: [{ role: "user", content: "Weather in Bern?" }],
		stream: true,
		tools: [{ type: "function", function: weather }],
	});
	expect(await runner.finalContent()).toBe("Sunny.");
	expect(JSON.stringify(model.requests[3])).toContain("sunny in Bern");
});

verifies("models-and-auth:gateway:openai-responses", async () => {
	await using world = await gatewayWorld({
		replies: [
			text("First"),
			toolCall("weather", { city: "Bern" }),
			text("Sunny", { usage: { inputTokens: 9, outputTokens: 2 } }),
		],
	});
	const { gateway, model } = world;
	const client = new OpenAI({ apiKey: gateway.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
	const first = await client.responses.create({ model: claude, instructions: "Be brief", input: "Say first" });
	expect(first.output_text).toBe("First");
	const tools = [
		{ type: "function", name: "weather", description: "Weather", parameters: weatherParameters, strict: true } as const,
	];
	const stream = client.responses.stream({
		model: gpt,
		input: "Weather in Bern?",
		previous_response_id: first.id,
		tools,
	});
	const second = await stream.finalResponse();
	const call = second.output.find((item) => item.type === "function_call");
	expect(call).toMatchObject({ name: "weather", arguments: '{"city":"Bern"}', status: "completed" });
	expect(JSON.stringify(model.requests[1])).toContain("Say first");
	const third = await client.responses.create({
		model: gpt,
		previous_response_id: second.id,
		input: [{ type: "function_call_output", call_id: call?.call_id ?? "", output: "sunny" }],
		tools,
	});
	expect(third.output_text).toBe("Sunny");
	expect(third.usage).toMatchObject({ input_tokens: 9, output_tokens: 2, total_tokens: 11 });
	expect(JSON.stringify(model.requests[2])).toContain("sunny");
});

verifies("models-and-auth:gateway:anthropic-messages", async () => {
	await using world = await gatewayWorld({
		replies: [
			text("Hello", { usage: { inputTokens: 7, outputTokens: 2 } }),
			text("Deep", { thinking: "let me think", thinkingSignature: "c2lnbmVk" }),
			toolCall("weather", { city: "Bern" }, { thinking: "look it up", thinkingSignature: "c2lnMg==" }),
			text("Sunny"),
		],
	});
	const { gateway, model } = world;
	const client = new Anthropic({ apiKey: gateway.token, baseURL: gateway.url, maxRetries: 0 });
	const whole = await client.messages.create({
		model: "claude-haiku-4-5",
		max_tokens: 200,
		system: [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }],
		messages: [
			{
				role: "user",
				content: [
					{ type: "text", text: "Hi" },
					{ type: "image", source: { type: "base64", media_type: "image/png", data: png } },
				],
			},
		],
	});
	expect(whole.content).toEqual([{ type: "text", text: "Hello", citations: null }]);
	expect(whole.stop_reason).toBe("end_turn");
	expect(whole.usage).toMatchObject({ input_tokens: 7, output_tokens: 2 });

	const thinking = { type: "enabled", budget_tokens: 1500 } as const;
	const deep = await client.messages
		.stream({ model: claude, max_tokens: 4000, thinking, messages: [{ role: "user", content: "Think" }] })
		.finalMessage();
	expect(deep.content as unknown[]).toEqual([
		{ type: "thinking", thinking: "let me think", signature: "c2lnbmVk" },
		{ type: "text", text: "Deep", citations: null },
	]);
	expect(model.requests[1]).toMatchObject({ thinking: { type: "enabled", budget_tokens: 1500 } });

	const tools = [{ name: "weather", description: "Weather", input_schema: weatherParameters }] as never;
	const question = { role: "user", content: "Weather in Bern?" } as const;
	const asked = client.messages.stream({ model: claude, max_tokens: 4000, thinking, messages: [question], tools });
	const calling = await asked.finalMessage();
	const use = calling.content.find((block) => block.type === "tool_use");
	expect(calling.stop_reason).toBe("tool_use");
	expect(use).toMatchObject({ name: "weather", input: { city: "Bern" } });
	const answered = await client.messages.create({
		model: claude,
		max_tokens: 4000,
		thinking,
		tools,
		messages: [
			question,
			{ role: "assistant", content: calling.content },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: use?.id ?? "", content: "sunny" }] },
		],
	});
	expect(answered.content).toEqual([{ type: "text", text: "Sunny", citations: null }]);
	const replayed = JSON.stringify(model.requests[3]);
	expect(replayed).toContain('"signature":"c2lnMg=="');
	expect(replayed).toContain("sunny");
});

test("the Vercel AI SDK works through all three formats, streaming and tools included", async () => {
	const replies = Array.from({ length: 3 }, () => [
		toolCall("weather", { city: "Bern" }),
		text("Sunny in Bern"),
	]).flat();
	await using world = await gatewayWorld({ replies: [...replies, text("streamed text")] });
	const { gateway } = world;
	const openai = createOpenAI({ apiKey: gateway.token, baseURL: `${gateway.url}/v1` });
	const anthropic = createAnthropic({ apiKey: gateway.token, baseURL: `${gateway.url}/v1` });
	const tools = {
		weather: tool({
			description: "Tells the weather",
			inputSchema: jsonSchema<{ city: string }>(weatherParameters as never),
			execute: async ({ city }) => `sunny in ${city}`,
		}),
	};
	for (const model of [openai.chat(claude), openai.responses(gpt), anthropic(claude)]) {
		const result = await generateText({ model, prompt: "Weather?", tools, stopWhen: stepCountIs(3), maxRetries: 0 });
		expect(result.text).toBe("Sunny in Bern");
		expect(result.steps.length).toBe(2);
	}
	const streamed = streamText({ model: anthropic(claude), prompt: "Stream", maxRetries: 0 });
	let said = "";
	for await (const piece of streamed.textStream) said += piece;
	expect(said).toBe("streamed text");
});

verifies("models-and-auth:gateway:errors", async () => {
	await using world = await gatewayWorld({
		otherwise: () => failure(400, `bad request for ${anthropicKey}`),
	});
	const { gateway } = world;
	const openai = new OpenAI({ apiKey: gateway.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
	const anthropic = new Anthropic({ apiKey: gateway.token, baseURL: gateway.url, maxRetries: 0 });
	const messages = [{ role: "user" as const, content: "Hi" }];
	const chat = await openai.chat.completions.create({ model: claude, messages }).catch((error: unknown) => error);
	expect(chat).toBeInstanceOf(OpenAI.BadRequestError);
	const message = await anthropic.messages.create({ model: claude, max_tokens: 9, messages }).catch((error) => error);
	expect(message).toBeInstanceOf(Anthropic.BadRequestError);
	const unknown = await openai.chat.completions.create({ model: "nosuch", messages }).catch((error: Error) => error);
	expect((unknown as Error).message).toBe("404 Unknown model: nosuch");
	const refused = await new Anthropic({ apiKey: "wrong", baseURL: gateway.url, maxRetries: 0 }).messages
		.create({ model: claude, max_tokens: 9, messages })
		.catch((error: unknown) => error);
	expect(refused).toBeInstanceOf(Anthropic.AuthenticationError);
	expect(String(chat) + String(message) + gateway.output()).not.toContain(anthropicKey);
});
