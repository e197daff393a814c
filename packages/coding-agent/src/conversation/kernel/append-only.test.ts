import { describe, expect, test } from "bun:test";
import type { Message } from "@oh-my-pi/pi-ai/message";
import { calls, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { converse, read } from "../testing/converse.ts";

const day = 24 * 60 * 60_000;
const firstDay = Date.UTC(2026, 10, 15);
const reading = calls({ name: "read", arguments: { path: "a.ts", size: 300 } });

/** A conversation over several days that reads the same file repeatedly. */
function overDays(answers: Parameters<typeof converse>[0], isOn = true) {
	let now = firstDay;
	const talk = converse(answers, {
		now: () => now,
		appendOnly: () => isOn,
		compaction: { keepRecentTokens: 10 },
	});
	const onNextDay = async (text: string) => {
		now += day;
		await talk.prompt(text);
	};
	return { ...talk, onNextDay };
}

const dayIn = (messages: readonly Message[] | undefined) => /Today is (\S+)\./.exec(JSON.stringify(messages))?.[1];

verifies("agent-loop:context:append-only-prefix", async () => {
	const { conversation, requests, prompt, onNextDay } = overDays([
		...[reading, reading, says("One.")],
		...[reading, says("Two.")],
		...[says("Three."), says("Four."), says("Five.")],
	]);
	await prompt("first");
	await onNextDay("second");
	const grown = requests.slice(0, 5);
	for (const [index, { context }] of grown.entries()) {
		const before = grown[index - 1]?.context;
		if (!before) continue;
		expect([context.systemPrompt, context.tools]).toEqual([before.systemPrompt, before.tools]);
		expect(JSON.stringify(context.messages)).toStartWith(JSON.stringify(before.messages).slice(0, -1));
	}
	// Changing the model invalidates the prompt cache anyway, so the reminder is updated.
	await conversation.submit({ type: "set_model", model: { ...scriptedModelRecord, id: "other" } });
	await prompt("third");
	await conversation.submit({ type: "set_tools", tools: [{ ...read }] });
	await onNextDay("fourth");
	conversation.aside.refreshProvider();
	await onNextDay("fifth");
	expect(requests.slice(4).map(({ context }) => dayIn(context.messages))).toEqual([
		"2026-11-15",
		"2026-11-16",
		"2026-11-17",
		"2026-11-18",
	]);
});

describe("when the start of the context may change", () => {
	test("compaction replaces the start of the context", async () => {
		const { conversation, requests, prompt, onNextDay } = overDays([
			reading,
			says("One."),
			says("Two."),
			says("Three."),
		]);
		await prompt("first");
		await onNextDay("second");
		await conversation.compact();
		await prompt("third");
		expect(requests.slice(-2).map(({ context }) => dayIn(context.messages))).toEqual(["2026-11-15", "2026-11-16"]);
	});

	test("outdated reads are pruned, and the date stays all the same", async () => {
		const { requests, prompt, onNextDay } = overDays([reading, reading, says("One."), says("Two.")], false);
		await prompt("first");
		await onNextDay("second");
		expect(dayIn(requests.at(-1)?.context.messages)).toBe("2026-11-15");
		expect(JSON.stringify(requests.at(-1))).toContain("was read again later");
	});
});
