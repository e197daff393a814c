import { expect, test } from "bun:test";
import { toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { gpt } from "../responses/testing/contract-speaker.ts";
import { assistantOf, callTo } from "../testing/calls.ts";
import { encode } from "./encode.ts";

const model = { ...gpt, provider: "azure-openai-responses", api: "azure-openai-responses", baseUrl: "" };
const call = callTo(model);
const env = { AZURE_OPENAI_RESOURCE_NAME: "unit" };

test.each([
	[
		{ AZURE_OPENAI_BASE_URL: "https://proxy.example.com/openai/", ...env },
		"",
		"https://proxy.example.com/openai/responses?api-version=v1",
	],
	[env, "https://ignored", "https://unit.openai.azure.com/openai/v1/responses?api-version=v1"],
	[{}, "https://own.openai.azure.com/openai/v1", "https://own.openai.azure.com/openai/v1/responses?api-version=v1"],
	[
		{ ...env, AZURE_OPENAI_API_VERSION: "2025-04-01-preview" },
		"",
		"https://unit.openai.azure.com/openai/v1/responses?api-version=2025-04-01-preview",
	],
])("azure: %j and %j resolve to %s", (variables, baseUrl, url) => {
	expect(encode(call([user("q")], {}, { env: variables, baseUrl })).url).toBe(url);
});

test("azure: without an address the error names the variables", () => {
	expect(() => encode(call([user("q")]))).toThrow("AZURE_OPENAI_RESOURCE_NAME");
});

verifies("ai-streaming:azure:endpoint", () => {
	const variables = { ...env, AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "gpt-4.1=four, gpt-5.5=my-five" };
	const request = encode(call([user("q")], { sessionId: "s", reasoning: "high" }, { env: variables }));
	expect(request.headers).toMatchObject({ "api-key": "sk-test" });
	expect(request.headers).not.toHaveProperty("authorization");
	expect(request.body).toMatchObject({
		model: "my-five",
		store: false,
		prompt_cache_key: "s",
		reasoning: { effort: "high", summary: "auto" },
	});
	expect(request.body).not.toHaveProperty("stream_options");
	expect(request.url).toBe("https://unit.openai.azure.com/openai/v1/responses?api-version=v1");
	expect(encode(call([user("q")], {}, { env, id: "gpt-5.4" })).body.model).toBe("gpt-5.4");

	const history = [assistantOf(model)([{ type: "text", text: "hi" }]), toolResult("call_lost", "x".repeat(20_000))];
	const { input } = encode(call(history, {}, { env })).body as { input: Array<{ content: Array<{ text: string }> }> };
	const note = input[1]?.content[0]?.text ?? "";
	expect(note).toStartWith("[Orphan read result; call_id=call_lost]: xxx");
	expect(note.length).toBeLessThan(16_100);
});
