import { expect, test } from "bun:test";
import { encodeErrorId, ProviderError, type ProviderErrorKind } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { type FailurePlace, failureLine } from "./failure-line.ts";

const registry = { findProvider: (id: string) => builtInProviders.find((provider) => provider.id === id) };

function failed(kind: ProviderErrorKind, errorMessage: string, provider = "anthropic"): AssistantMessage {
	const errorId = encodeErrorId(new ProviderError(kind, errorMessage));
	return {
		role: "assistant",
		content: [],
		api: "anthropic-messages",
		provider,
		model: "m",
		usage: emptyUsage(),
		stopReason: "error",
		errorMessage,
		...(errorId !== undefined && { errorId }),
		timestamp: 0,
	};
}

const lines: ReadonlyArray<[ProviderErrorKind, string, string, string]> = [
	[
		"auth",
		"401 invalid x-api-key",
		"401 invalid x-api-key. Run /login anthropic or set ANTHROPIC_API_KEY.",
		"401 invalid x-api-key. Run omp login anthropic or set ANTHROPIC_API_KEY.",
	],
	[
		"usage-limit",
		"400 Your credit balance is too low.",
		"400 Your credit balance is too low. Check the plan and billing at the provider, or choose another model with /model.",
		"400 Your credit balance is too low. Check the plan and billing at the provider, or choose another one with --model (omp models lists them).",
	],
	[
		"unknown-model",
		"404 model: claude-sonet-4-5",
		"404 model: claude-sonet-4-5. Choose another model with /model.",
		"404 model: claude-sonet-4-5. Choose another one with --model (omp models lists them).",
	],
	[
		"context-overflow",
		"400 prompt is too long: 210000 tokens > 200000 maximum",
		"400 prompt is too long: 210000 tokens > 200000 maximum. Shorten the conversation with /compact, or start over with /new.",
		"400 prompt is too long: 210000 tokens > 200000 maximum. Shorten it with omp -c -p /compact, or start a new session.",
	],
	[
		"network",
		"Could not reach api.anthropic.com: no such host, or no network",
		"Could not reach api.anthropic.com: no such host, or no network. Check the network and proxy.",
		"Could not reach api.anthropic.com: no such host, or no network. Check the network and proxy, then try again.",
	],
	[
		"rate-limit",
		"429 slow down retry-after-ms=900000",
		"429 slow down. Wait 15 min, or choose another model with /model.",
		"429 slow down. Wait 15 min, or choose another one with --model (omp models lists them).",
	],
	[
		"overloaded",
		"529 Overloaded",
		"529 Overloaded. If it lasts, choose another model with /model.",
		"529 Overloaded. Try again later, or choose another one with --model (omp models lists them).",
	],
	["invalid-request", "400 no\nsuch: \nfield", "400 no. such: field", "400 no. such: field"],
];

test.each(lines)("a failure (%s) in one line with the command that helps", (kind, message, prompt, shell) => {
	const line = (place: FailurePlace) => failureLine(failed(kind, message), { place, registry });
	expect(line("prompt")).toBe(prompt);
	expect(line("shell")).toBe(shell);
});

test("a key is asked for in the way that the provider has", () => {
	const line = (provider: string) => failureLine(failed("auth", "401 no", provider), { place: "prompt", registry });
	expect(line("groq")).toBe("401 no. Set GROQ_API_KEY.");
	expect(line("my-gateway")).toBe("401 no. Check the provider's apiKey in models.yml.");
	expect(failureLine(failed("auth", "401 no", "groq"), { place: "prompt" })).toBe("401 no. Run /login groq.");
});

test("a stopped run is only named", () => {
	const { errorMessage: _, errorId: __, ...reply } = failed("auth", "");
	expect(failureLine({ ...reply, stopReason: "aborted" }, { place: "shell" })).toBe("Stopped: aborted");
});
