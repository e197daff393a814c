import { expect } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { builtInProviders } from "../../providers/lists/providers.ts";
import { testRegistry } from "../../testing/test-registry.ts";
import { encode } from "./encode.ts";
import { authorize } from "./foundry.ts";

verifies("ai-streaming:anthropic:foundry", async () => {
	await using files = await workspace({ "client.pem": "the certificate" });
	const env = {
		CLAUDE_CODE_USE_FOUNDRY: "1",
		FOUNDRY_BASE_URL: "https://foundry.example.com",
		ANTHROPIC_FOUNDRY_API_KEY: "foundry-key",
		ANTHROPIC_API_KEY: "plain-key",
		ANTHROPIC_CUSTOM_HEADERS: "X-Team: platform, X-Cost: 7\nnonsense\nX-Url: https://a.example",
		CLAUDE_CODE_CLIENT_CERT: files.file("client.pem"),
		CLAUDE_CODE_CLIENT_KEY: "-----BEGIN PRIVATE KEY-----\\nk\\n-----END PRIVATE KEY-----",
	};
	await using test = await testRegistry({ providers: builtInProviders, env });
	const model = (await test.registry.modelsOf("anthropic"))[0];
	if (!model) throw new Error("No Claude");
	const apiKey = (await test.registry.findCredential("anthropic"))?.key;
	const call = { model, apiKey, context: { messages: [] }, options: {}, env, now: 0 };
	const request = encode(call);
	expect(request.url).toBe("https://foundry.example.com/v1/messages");
	expect(request.headers).toMatchObject({
		authorization: "Bearer foundry-key",
		"X-Team": "platform",
		"X-Cost": "7",
		"X-Url": "https://a.example",
	});
	expect(request.headers).not.toHaveProperty("x-api-key");
	const { tls } = await authorize(request, "", call);
	expect(tls).toEqual({ cert: "the certificate", key: "-----BEGIN PRIVATE KEY-----\nk\n-----END PRIVATE KEY-----" });
	const lost = { ...call, env: { ...env, CLAUDE_CODE_CLIENT_CERT: "/nowhere.pem" } };
	await expect(authorize(request, "", lost)).rejects.toThrow(
		"CLAUDE_CODE_CLIENT_CERT names a file that cannot be read",
	);

	const { CLAUDE_CODE_USE_FOUNDRY: _, ...without } = env;
	const official = {
		...call,
		env: without,
		apiKey: "plain-key",
		model: { ...model, baseUrl: "https://api.anthropic.com" },
	};
	expect(encode(official).headers).toMatchObject({ "x-api-key": "plain-key" });
	expect(encode(official).headers).not.toHaveProperty("X-Team");
	expect(await authorize(request, "", official)).toBe(request);
});
