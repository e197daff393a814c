import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";

endToEnd({
	model: (url) => ({
		id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
		name: "Claude Sonnet 4.5",
		provider: "amazon-bedrock",
		api: "bedrock-converse-stream",
		baseUrl: url,
		reasoning: true,
		thinking: { mode: "budget", efforts: ["low", "medium", "high"] },
		input: ["text", "image"],
		cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
		contextWindow: 200_000,
		maxTokens: 64_000,
	}),
	env: { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret", AWS_REGION: "eu-west-1" },
});
