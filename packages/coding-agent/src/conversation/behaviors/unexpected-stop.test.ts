import { expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { noOtherModels } from "../recovery/model-directory.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";

const small = { ...scriptedModelRecord, id: "small" };

function talk(answers: readonly ScriptedAnswer[], options: { isOn?: boolean; hasSmall?: boolean } = {}) {
	const { isOn = true, hasSmall = true } = options;
	const models = { ...noOtherModels, inRole: async () => (hasSmall ? small : undefined) };
	return scriptedConversation(answers, { models, recovery: { detectsUnexpectedStops: () => isOn } });
}

const announces = says("I found the bug. Let me now fix it:");

verifies("context-management:stop:unexpected-stop", async () => {
	const { conversation, requests, events } = talk([
		announces,
		says("Yes."),
		calls({ name: "noop", arguments: {} }),
		announces,
	]);
	await conversation.submit({ type: "prompt", text: "fix it" });
	expect(requests).toHaveLength(4);
	expect(requests[1]?.context.systemPrompt).toEqual([expect.stringContaining("yes or no")]);
	expect(requests[2]?.context.messages.at(-1)).toMatchObject({
		role: "developer",
		content: expect.stringContaining("Do it now"),
	});
	expect(events.filter(({ type }) => type === "agent_end")).toHaveLength(1);
});

test("a run that is done, asks a question, or has the setting off ends normally", async () => {
	const endings: readonly (readonly [ScriptedAnswer[], Parameters<typeof talk>[1]?])[] = [
		[[says("All tests pass.")]],
		[[says("Shall I now fix it?")]],
		[[announces, says("no")]],
		[[announces, says("maybe yes")]],
		[[announces], { hasSmall: false }],
		[[announces], { isOn: false }],
	];
	for (const [answers, options] of endings) {
		const { conversation, requests } = talk(answers, options);
		await conversation.submit({ type: "prompt", text: "fix it" });
		expect(requests).toHaveLength(answers.length);
	}
});
