import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";

endToEnd({
	model: (url) => ({
		id: "gemini-3.1-pro-preview",
		name: "Gemini 3.1 Pro",
		provider: "google",
		api: "google-generative-ai",
		baseUrl: `${url}/v1beta`,
		reasoning: true,
		thinking: { mode: "google-level", efforts: ["low", "high"] },
		input: ["text", "image"],
		cost: { input: 2, output: 12, cacheRead: 0.2, cacheWrite: 0 },
		contextWindow: 1_048_576,
		maxTokens: 65_536,
	}),
	apiKey: "test-key",
});
