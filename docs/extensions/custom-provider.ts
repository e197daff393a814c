import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** A provider of your own, here one that speaks the protocol of Anthropic. `omp --model house/house-1` uses it. */
export default function (pi: ExtensionAPI): void {
	pi.registerProvider("house", {
		baseUrl: process.env.HOUSE_URL ?? "http://localhost:4000",
		apiKey: "HOUSE_KEY",
		api: "anthropic-messages",
		models: [
			{
				id: "house-1",
				name: "House One",
				reasoning: false,
				input: ["text"],
				cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
				contextWindow: 100_000,
				maxTokens: 8000,
			},
		],
	});
}
