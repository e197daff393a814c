import { expect, test } from "bun:test";
import type { Model } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { testModel } from "../testing/test-registry.ts";
import { countTokens } from "./count-tokens.ts";

const context = {
	systemPrompt: ["Be brief"],
	messages: [{ role: "user" as const, content: "How many?", timestamp: 0 }],
	tools: [{ name: "look", description: "Looks", parameters: { type: "object", properties: {} } }],
};

/** Counts with a host that answers so, and gives what it was asked. */
async function count(model: Partial<Model>, answer: Response) {
	const asked: Array<{ url: string; headers: Headers; body: Record<string, unknown> }> = [];
	const tokens = await countTokens(
		{
			host: { now: () => 0, env: {} },
			protocols: builtInProtocols,
			async fetch(url, init) {
				asked.push({ url: String(url), headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
				return answer;
			},
		},
		testModel("p", "m", { baseUrl: "https://p.example.com/v1", ...model }),
		context,
		{ apiKey: "the-key", maxTokens: 9, temperature: 0.5, sessionId: "s" },
	);
	return { tokens, asked };
}

test("countTokens: Anthropic is asked with what is counted, and nothing else", async () => {
	const { tokens, asked } = await count({ api: "anthropic-messages" }, Response.json({ input_tokens: 42 }));
	expect(tokens).toBe(42);
	expect(asked.map(({ url }) => url)).toEqual(["https://p.example.com/v1/messages/count_tokens"]);
	expect(Object.keys(asked[0]?.body ?? {}).sort()).toEqual(["messages", "model", "system", "tools"]);
	expect(asked[0]?.headers.get("x-api-key")).toBe("the-key");
	expect(asked[0]?.headers.get("accept")).toBe("application/json");
});

test("countTokens: OpenAI and Google have their own forms", async () => {
	const openai = await count({ api: "openai-responses" }, Response.json({ input_tokens: 7 }));
	expect([openai.tokens, openai.asked[0]?.url]).toEqual([7, "https://p.example.com/v1/responses/input_tokens"]);
	expect(Object.keys(openai.asked[0]?.body ?? {})).toEqual(expect.arrayContaining(["model", "input", "tools"]));
	expect(openai.asked[0]?.body).not.toHaveProperty("max_output_tokens");
	const google = await count({ api: "google-generative-ai" }, Response.json({ totalTokens: 8 }));
	expect([google.tokens, google.asked[0]?.url]).toEqual([8, "https://p.example.com/v1/models/m:countTokens"]);
	expect(google.asked[0]?.body).toMatchObject({
		generateContentRequest: { model: "models/m", systemInstruction: { parts: [{ text: "Be brief" }] } },
	});
});

test("countTokens: an API that cannot count is not asked, and a refusal or an answer without a count is an error", async () => {
	expect(await count({ api: "openai-completions" }, Response.json({}))).toEqual({ tokens: undefined, asked: [] });
	const anthropic = { api: "anthropic-messages" };
	await expect(count(anthropic, Response.json({ error: {} }, { status: 404 }))).rejects.toMatchObject({ status: 404 });
	for (const answer of ["", "many", '{"input_tokens":"9"}', `"${"x".repeat(200_000)}"`]) {
		await expect(count(anthropic, new Response(answer))).rejects.toThrow("p.example.com answered without a count");
	}
});
