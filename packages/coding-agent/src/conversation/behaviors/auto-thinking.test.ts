import { expect, test } from "bun:test";
import { says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { noOtherModels } from "../recovery/model-directory.ts";
import { testLog } from "../testing/history.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";

const thinker = {
	...scriptedModelRecord,
	reasoning: true,
	thinking: { mode: "effort", efforts: ["low", "medium", "high"] },
} as const;
const small = { ...scriptedModelRecord, id: "small" };

function asking(answers: Parameters<typeof scriptedConversation>[0], hasSmall = true) {
	const models = { ...noOtherModels, inRole: async () => (hasSmall ? small : undefined) };
	return scriptedConversation(answers, { model: thinker, thinkingLevel: "auto", models, log: testLog() });
}

verifies("context-management:auto-thinking:classifier", async () => {
	const { conversation, requests } = asking([says("Medium."), says("Hi."), says("xhigh"), says("Ho.")]);
	await conversation.submit({ type: "prompt", text: "rename a variable" });
	expect(requests.map(({ options }) => options.reasoning)).toEqual([undefined, "medium"]);
	expect(requests[0]?.context.systemPrompt).toEqual([expect.stringContaining("Answer with one word")]);
	expect([conversation.thinkingLevel, conversation.effectiveThinkingLevel]).toEqual(["auto", "medium"]);
	// Clamped to the model's highest level.
	await conversation.submit({ type: "prompt", text: "design a database" });
	expect(requests.at(-1)?.options.reasoning).toBe("high");
	const changes = [...conversation.log.entries()].filter(({ type }) => type === "thinking_level_change");
	expect(changes).toMatchObject([
		{ thinkingLevel: "medium", configured: "auto" },
		{ thinkingLevel: "high", configured: "auto" },
	]);
	expect(conversation.log.context()).toMatchObject({ configuredThinkingLevel: "auto" });
});

test("an invalid answer, a failure or no classifier means high", async () => {
	for (const talk of [asking([says("a lot!"), says("Hi.")]), asking([says("Hi.")], false)]) {
		await talk.conversation.submit({ type: "prompt", text: "go" });
		expect(talk.requests.at(-1)?.options.reasoning).toBe("high");
	}
});

test("the classifier gets the prompt without the conversation", async () => {
	const talk = asking([says("low"), says("One."), says("low"), says("Two.")]);
	await talk.conversation.submit({ type: "prompt", text: "first" });
	await talk.conversation.submit({ type: "prompt", text: "second" });
	expect(JSON.stringify(talk.requests[2]?.context.messages)).not.toContain("first");
});
