import { expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ConversationEvent } from "../../event/event.ts";
import { convertToLlm } from "../../history/convert-to-llm.ts";
import { sessionContext } from "../../history/session-context.ts";
import { type ConverseOptions, converse } from "../../testing/converse.ts";
import { assistant, testLog, tokens, user } from "../../testing/history.ts";

const gpt: Model = { ...scriptedModelRecord, provider: "openai", api: "openai-responses" };
const items = [{ type: "compaction", encrypted_content: "sealed" }];
const compacts: ScriptedAnswer = (reply) => {
	if (reply.message.api !== "openai-compaction") throw new Error("not a compaction request");
	reply.message.providerPayload = items;
	reply.appendText("text", "(compacted)");
};
const fails: ScriptedAnswer = () => {
	throw new Error("404 no such endpoint");
};

function starting(answers: readonly ScriptedAnswer[], options: ConverseOptions = {}) {
	const log = testLog();
	for (const number of [1, 2, 3]) {
		log.appendMessage(user(`Task ${number}`));
		log.appendMessage(assistant(tokens(300)));
	}
	return converse(answers, { log, model: gpt, compaction: { keepRecentTokens: 310 }, ...options });
}

const kept = ({ log }: ReturnType<typeof starting>) => {
	const entry = log
		.path()
		.findLast(({ type }) => type === "compaction")
		?.entry();
	return entry?.type === "compaction" ? entry : undefined;
};
const warnings = (events: readonly ConversationEvent[]) =>
	events.flatMap((event) => (event.type === "notice" ? [event.message] : []));

verifies("context-management:compaction:remote", async () => {
	const session = starting([compacts, says("Next.")]);
	await session.conversation.compact();
	const asked = session.requests[0]?.context;
	expect(asked?.systemPrompt).toEqual(["You are under test."]);
	expect(asked?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
	expect(kept(session)).toMatchObject({
		summary: "## Goal\nShip it",
		preserveData: { openaiRemoteCompaction: { provider: "openai", model: gpt.id, items } },
	});

	await session.prompt("go on");
	const replayed = { role: "user", providerItems: { provider: "openai", items } };
	const [past, next] = session.requests[1]?.context.messages ?? [];
	expect(past).toMatchObject({ ...replayed, content: expect.stringContaining("<summary>\n## Goal\nShip it") });
	expect(JSON.stringify(next)).toContain("The working directory is");
	expect(convertToLlm(sessionContext(session.log).messages)[0]).toMatchObject(replayed);

	const failing = starting([fails]);
	await failing.conversation.compact();
	expect(kept(failing)).toMatchObject({ summary: "## Goal\nShip it" });
	expect(kept(failing)?.preserveData).not.toHaveProperty("openaiRemoteCompaction");
	expect(warnings(failing.events)).toEqual(["Compaction by openai failed: 404 no such endpoint"]);
});

test("a second compaction starts with the provider's items of the first", async () => {
	const session = starting([compacts, says(tokens(300)), says(tokens(300)), compacts]);
	await session.conversation.compact();
	await session.prompt("one");
	await session.prompt("two");
	await session.conversation.compact();
	expect(session.requests[3]?.context.messages[0]).toMatchObject({ providerItems: { items } });
});

test("the provider is not asked if it has no compaction API, the setting is off, or there is a focus", async () => {
	const others = starting([], { model: scriptedModelRecord });
	await others.conversation.compact();
	const unwanted = starting([], { compactionOptions: { providerCompaction: () => false } });
	await unwanted.conversation.compact();
	const focused = starting([]);
	await focused.conversation.compact("the login");
	expect([others, unwanted, focused].map(({ requests }) => requests.length)).toEqual([0, 0, 0]);
});
