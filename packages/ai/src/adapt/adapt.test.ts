import { expect, test } from "bun:test";
import { ProviderError } from "../errors/provider-error.ts";
import type { Model } from "../model/model.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import { acceptedEffort, learnEffort } from "./effort.ts";
import { learnStrictTools, strictToolsAllowed } from "./strict-tools.ts";

const model: Model = {
	id: "m",
	name: "M",
	provider: "p",
	api: "openai-completions",
	baseUrl: "https://p.example.com",
	reasoning: true,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 1000,
	maxTokens: 100,
};
const call = (env: ModelCall["env"] = {}): ModelCall => ({
	model,
	context: { messages: [] },
	options: {},
	env,
	now: 0,
	memory: new Map(),
});
const refusal = (message: string, status = 400) => new ProviderError("invalid-request", message, { status });

test("effort: falls back to the nearest lower value the endpoint names", () => {
	const asked = call();
	const message =
		"400 Unsupported value: 'xhigh' is not supported with the 'gpt-5' model for reasoning_effort. Supported values are: 'minimal', 'low', 'medium', and 'high'.";
	expect(acceptedEffort(asked, "xhigh")).toBe("xhigh");
	expect(learnEffort(refusal(message), asked)).toBe(true);
	expect(acceptedEffort(asked, "xhigh")).toBe("high");
	expect(acceptedEffort(asked, "low")).toBe("low");
});

test("effort: falls back to the lowest value when none below is accepted", () => {
	const asked = call();
	learnEffort(refusal("400 reasoning_effort must be one of high, max"), asked);
	expect(acceptedEffort(asked, "minimal")).toBe("high");
});

test("effort: none is sent after a refusal without values, or a second refusal", () => {
	const silent = call();
	expect(learnEffort(refusal("400 Invalid argument: model does not support parameter reasoning_effort"), silent)).toBe(
		true,
	);
	expect(acceptedEffort(silent, "high")).toBeUndefined();
	expect(learnEffort(refusal("400 invalid reasoning_effort"), silent)).toBe(false);

	const stubborn = call();
	const message = "422 effort: expected one of 'low', 'high'";
	expect(learnEffort(refusal(message, 422), stubborn)).toBe(true);
	expect(learnEffort(refusal(message, 422), stubborn)).toBe(true);
	expect(acceptedEffort(stubborn, "high")).toBeUndefined();
});

test("effort: other failures change nothing", () => {
	expect(learnEffort(refusal("500 effort not supported", 500), call())).toBe(false);
	expect(learnEffort(refusal("400 messages: field required"), call())).toBe(false);
});

test("strict tools: are disabled for this endpoint after a complaint, once", () => {
	const asked = call();
	const complaint = new ProviderError("strict-schema", "400 Invalid schema for function 'x'", { status: 400 });
	expect(strictToolsAllowed(asked)).toBe(true);
	expect(learnStrictTools(complaint, asked)).toBe(true);
	expect(strictToolsAllowed(asked)).toBe(false);
	expect(strictToolsAllowed({ ...asked, model: { ...model, id: "other" } })).toBe(true);
	expect(learnStrictTools(complaint, asked)).toBe(false);
});

test("strict tools: can be disabled by the environment", () => {
	expect(strictToolsAllowed(call({ PI_NO_STRICT: "1" }))).toBe(false);
	expect(strictToolsAllowed(call({ PI_NO_STRICT: "0" }))).toBe(true);
});
