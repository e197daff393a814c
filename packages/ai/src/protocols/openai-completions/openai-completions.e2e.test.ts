import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";

endToEnd({
	model: (url) => ({
		id: "gpt-4.1",
		name: "GPT-4.1",
		provider: "openai",
		api: "openai-completions",
		baseUrl: `${url}/v1`,
		reasoning: false,
		input: ["text", "image"],
		cost: { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 0 },
		contextWindow: 1_000_000,
		maxTokens: 32_768,
	}),
	apiKey: "test-key",
});
