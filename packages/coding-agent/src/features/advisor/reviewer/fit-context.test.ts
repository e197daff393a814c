import { expect, test } from "bun:test";
import { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { Message } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import {
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { fitContext, noteMessage } from "./fit-context.ts";

const small: Model = { ...scriptedModelRecord, id: "small", contextWindow: 4000 };
const large: Model = { ...scriptedModelRecord, id: "large" };
const long = "word ".repeat(4000);

async function fitted(
	options: { readonly history: string; readonly answers?: readonly ScriptedAnswer[]; readonly promoted?: Model },
	update = "update",
) {
	const { streamFn, requests } = scriptedModel(options.answers ?? []);
	const agent = new Agent({
		streamFn,
		now: () => 1,
		convertToLlm: (messages) => messages as Message[],
		intentTracing: false,
		initialState: { model: small, systemPrompt: ["review"], tools: [], messages: [noteMessage(options.history, 1)] },
	});
	const text = await fitContext(agent, update, {
		streamFn,
		streamOptions: () => ({}),
		promoted: async () => options.promoted,
		transcript: () => "the whole session",
		now: () => 1,
		signal: new AbortController().signal,
	});
	const messages = agent.state.messages.map((message) => JSON.stringify("content" in message && message.content));
	return { text, model: agent.state.model?.id, messages, requests: requests.length };
}

test("what fits is sent as it is", async () => {
	expect(await fitted({ history: "short" })).toMatchObject({ text: "update", model: "small", requests: 0 });
});

test("a larger model is taken before anything is lost", async () => {
	const { messages, ...rest } = await fitted({ history: long, promoted: large });
	expect(rest).toEqual({ text: "update", model: "large", requests: 0 });
	expect(messages[0]).toContain("word word");
});

test("without one the advisor's own messages become a summary", async () => {
	const { messages, ...rest } = await fitted({ history: long, answers: [says("I have checked the tests.")] });
	expect(rest).toEqual({ text: "update", model: "small", requests: 1 });
	expect(messages).toHaveLength(1);
	expect(messages[0]).toContain("I have checked the tests.");
});

test("without a summary, or when that is not enough, it starts again from the session", async () => {
	const failing: ScriptedAnswer = () => {
		throw new Error("no");
	};
	expect(await fitted({ history: long, answers: [failing] })).toEqual({
		text: "the whole session",
		model: "small",
		messages: [],
		requests: 1,
	});
	expect(await fitted({ history: "short", answers: [says("fine")] }, long)).toMatchObject({
		text: "the whole session",
		messages: [],
	});
});
