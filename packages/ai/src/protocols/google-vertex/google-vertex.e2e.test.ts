import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";

endToEnd({
	model: (url) => ({
		id: "gemini-2.5-flash",
		name: "Gemini 2.5 Flash",
		provider: "google-vertex",
		api: "google-vertex",
		baseUrl: url,
		reasoning: false,
		input: ["text", "image"],
		cost: { input: 0.3, output: 2.5, cacheRead: 0.03, cacheWrite: 0 },
		contextWindow: 1_048_576,
		maxTokens: 65_536,
	}),
	env: { GOOGLE_CLOUD_ACCESS_TOKEN: "ya29.x", GOOGLE_CLOUD_PROJECT: "p1", GOOGLE_CLOUD_LOCATION: "europe-west4" },
});
