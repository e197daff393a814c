import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";

endToEnd({
	model: (url) => ({
		id: "llama3.2",
		name: "Llama 3.2",
		provider: "ollama-cloud",
		api: "ollama-chat",
		baseUrl: url,
		reasoning: false,
		input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 128_000,
		maxTokens: 8192,
	}),
	apiKey: "test-key",
	withoutUsage: true,
});
