import { describe, expect, test } from "bun:test";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import { calls, type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ConversationEvent } from "../event/event.ts";
import { sessionContext } from "../history/session-context.ts";
import { type ConverseOptions, converse, eventTypes } from "../testing/converse.ts";
import { assistant, testLog, tokens, user } from "../testing/history.ts";
import { productHooks } from "../testing/product-hooks.ts";

const overflows: ScriptedAnswer = () => {
	throw new ProviderError("context-overflow", "400 prompt is too long", { status: 400 });
};
const fails: ScriptedAnswer = () => {
	throw new ProviderError("auth", "401 no", { status: 401 });
};
const neverEnds: ScriptedAnswer = () => new Promise(() => {});
const saysUsing =
	(text: string, input: number): ScriptedAnswer =>
	(reply) => {
		reply.appendText("text", text);
		reply.setUsage({ input });
	};

/** Three turns of 300 tokens each. */
function sessionSoFar() {
	const log = testLog();
	for (const number of [1, 2, 3]) {
		log.appendMessage(user(`Task ${number}. Never touch file ${number}.`));
		log.appendMessage(assistant(tokens(300)));
	}
	return log;
}

const small: ConverseOptions["compaction"] = { keepRecentTokens: 310, thresholdTokens: 2000 };
const starting = (answers: readonly ScriptedAnswer[], options: ConverseOptions = {}) =>
	converse(answers, { log: sessionSoFar(), ...options, compaction: { ...small, ...options.compaction } });

const ends = (events: readonly ConversationEvent[]) => events.filter(({ type }) => type === "auto_compaction_end");
const sentTexts = (request: { context: { messages: readonly unknown[] } } | undefined) =>
	JSON.stringify(request?.context.messages);

describe("manual compaction", () => {
	verifies("context-management:compaction:rebuild", async () => {
		const { conversation, log, requests, prompt } = starting([says("Next.")]);
		const result = await conversation.compact();
		expect(result).toEqual({
			summary: "## Goal\nShip it",
			shortSummary: "I worked on it.",
			firstKeptEntryId: log.path()[4]?.id ?? "",
			tokensBefore: expect.any(Number),
			details: { readFiles: [], modifiedFiles: [] },
		});
		expect(conversation.messages).toMatchObject([
			{ role: "compactionSummary" },
			{ role: "user" },
			{ role: "assistant" },
		]);
		await prompt("go on");
		const sent = requests[0]?.context.messages ?? [];
		expect(sent.map(({ role }) => role)).toEqual(["user", "user", "assistant", "user"]);
		expect(JSON.stringify(sent[0])).toContain("Build on it and do not repeat it.\\n\\n<summary>\\n## Goal\\nShip it");
		expect(JSON.stringify(sent[1])).toContain("Task 3");
	});

	verifies("context-management:compaction:nothing-deleted", async () => {
		const { conversation, log } = starting([]);
		const before = [...log.entries()];
		await conversation.compact();
		expect([...log.entries()].slice(0, before.length)).toEqual(before);
		const transcript = log.context({ transcript: true }).messages.map(({ role }): string => role);
		expect(transcript).toEqual(["user", "assistant", "user", "assistant", "user", "assistant", "compactionSummary"]);
	});

	verifies("context-management:compaction:manual", async () => {
		const { conversation, events, requests, summaryRequests, prompt } = starting([
			async (reply, { options }) => {
				reply.appendText(0, "Working");
				await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("stop"))));
			},
			says("After."),
		]);
		const run = prompt("go");
		await until(() => events.some(({ type }) => type === "message_update"));
		await conversation.submit({ type: "follow_up", text: "and then" });
		await conversation.submit({ type: "compact", instructions: "the tests" });
		await run;
		expect(sentTexts(summaryRequests[0])).toContain("special attention to the following: the tests");
		expect(sentTexts(requests[1])).toContain("and then");
		expect(conversation.messages.some((message) => message.role === "compactionSummary")).toBe(true);
		expect(eventTypes(events, /^agent_/)).toEqual(["agent_start", "agent_start", "agent_end"]);
	});

	verifies("context-management:compaction:too-small", async () => {
		const { conversation } = starting([]);
		await conversation.compact();
		await expect(conversation.compact()).rejects.toThrow("Already compacted");
		const tiny = converse([]);
		await expect(tiny.conversation.compact()).rejects.toThrow("Nothing to compact (session too small)");
	});

	verifies("context-management:compaction:short-summary", async () => {
		const { conversation, log } = starting([]);
		await conversation.compact();
		expect(log.findEntry(log.leafId ?? "")).toMatchObject({
			summary: "## Goal\nShip it",
			shortSummary: "I worked on it.",
		});
		const without = starting([], {
			summarizer: (reply, { context }) =>
				String(context.messages[0]?.content).startsWith("<summary>") ? undefined : reply.appendText(0, "Long"),
		});
		const result = await without.conversation.compact();
		expect(result.shortSummary).toBeUndefined();
	});

	verifies("context-management:compaction:failure-keeps-messages", async () => {
		const { conversation, log } = starting([], { summarizer: fails });
		const messages = [...conversation.messages];
		const leaf = log.leafId;
		await expect(conversation.compact()).rejects.toThrow("401 no");
		expect(conversation.messages).toEqual(messages);
		expect(log.leafId).toBe(leaf);
		const deaf = starting([], { summarizer: neverEnds });
		const compacting = deaf.conversation.compact();
		await until(() => deaf.summaryRequests.length > 0);
		expect(deaf.conversation.context.isCompacting).toBe(true);
		await deaf.conversation.submit({ type: "abort" });
		await expect(compacting).rejects.toThrow("Interrupted by user");
		expect(deaf.conversation.messages).toEqual(messages);
		expect(deaf.conversation.context.isCompacting).toBe(false);
	});

	test("the ledger survives two compactions, in the log and in requests", async () => {
		const { conversation, log, requests, prompt } = starting([says(tokens(400))]);
		await conversation.compact();
		await prompt("Task 4. Always write tests.");
		await conversation.compact();
		const userWords = [1, 2, 3].map((number) => `Task ${number}. Never touch file ${number}.`);
		expect(log.findEntry(log.leafId ?? "")).toMatchObject({
			preserveData: { ledger: { userWords: [...userWords, "Task 4. Always write tests."] } },
		});
		expect(sentTexts(requests[0])).toContain("- Task 2. Never touch file 2.");
	});

	test("a ledger missing from a hook's own compaction is put back", async () => {
		const { conversation, requests, prompt } = starting([says("Next.")], {
			hooks: [
				() => ({
					name: "own compaction",
					beforeCompaction: async ({ firstKeptEntryId, tokensBefore }) => ({
						compaction: { summary: "mine", firstKeptEntryId, tokensBefore, preserveData: { ledger: "lost" } },
					}),
				}),
			],
		});
		await conversation.compact();
		await prompt("go on");
		expect(sentTexts(requests[0])).toContain("mine");
		expect(sentTexts(requests[0])).toContain("- Task 1. Never touch file 1.");
	});
});

describe("compaction hooks", () => {
	test("can cancel", async () => {
		const hook = { name: "cancels", beforeCompaction: async () => ({ cancel: true }) };
		const { conversation, events, prompt } = starting([saysUsing("Done.", 2500)], {
			hooks: [() => hook],
		});
		await expect(conversation.compact()).rejects.toThrow("Compaction cancelled");
		await prompt("go");
		expect(ends(events)).toMatchObject([{ aborted: true, result: null }]);
		expect(conversation.messages).toHaveLength(8);
	});

	test("can add context, replace the instructions and store data; a failure after compaction is harmless", async () => {
		const heard: unknown[] = [];
		const { conversation, summaryRequests, log } = starting([], {
			hooks: [
				() => ({
					name: "adds facts",
					duringCompaction: async () => ({ context: ["likes tea"], prompt: "Be brief.", preserveData: { mine: 1 } }),
					afterCompaction: async (entry, options) => {
						heard.push(entry.id, options);
						throw new Error("no");
					},
				}),
			],
		});
		await conversation.compact();
		expect(sentTexts(summaryRequests[0])).toContain(
			"<additional-context>\\nlikes tea\\n</additional-context>\\n\\nBe brief.",
		);
		expect(log.findEntry(log.leafId ?? "")).toMatchObject({ preserveData: { mine: 1 } });
		expect(heard).toEqual([log.leafId, { fromExtension: false }]);
	});
});

describe("automatic compaction", () => {
	verifies("context-management:compaction:threshold", async () => {
		const { conversation, events, log, prompt } = starting([saysUsing("Done.", 2500)]);
		await prompt("go");
		expect(eventTypes(events, /compaction|agent_/)).toEqual([
			"agent_start",
			"auto_compaction_start",
			"auto_compaction_end",
			"agent_end",
		]);
		expect(conversation.messages.at(0)?.role).toBe("compactionSummary");
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
		const below = starting([saysUsing("Done.", 1900)]);
		await below.prompt("go");
		expect(ends(below.events)).toEqual([]);
	});

	verifies("context-management:compaction:events", async () => {
		const { events, log, prompt } = starting([saysUsing("Done.", 2500)], { compaction: { keepRecentTokens: 25 } });
		await prompt("go");
		expect(events.filter(({ type }) => type.startsWith("auto_compaction"))).toEqual([
			{ type: "auto_compaction_start", reason: "threshold", action: "context-full" },
			{
				type: "auto_compaction_end",
				action: "context-full",
				result: {
					summary: "## Goal\nShip it",
					shortSummary: "I worked on it.",
					firstKeptEntryId: expect.any(String),
					tokensBefore: 2500,
					details: { readFiles: [], modifiedFiles: [] },
				},
				aborted: false,
				willRetry: false,
			},
		]);
		expect([...log.entries()].at(-1)).toMatchObject({ type: "compaction" });
	});

	verifies("context-management:compaction:mid-turn", async () => {
		const { events, requests, log, conversation, prompt } = starting([
			calls({ name: "read", arguments: { path: "a", size: 1500 } }),
			says("Done."),
		]);
		await prompt("go");
		expect(eventTypes(events, /compaction|agent_|turn_|tool_execution_end/)).toEqual([
			"agent_start",
			"turn_start",
			"tool_execution_end",
			"turn_end",
			"turn_start",
			"auto_compaction_start",
			"auto_compaction_end",
			"turn_end",
			"agent_end",
		]);
		const sent = requests[1]?.context.messages ?? [];
		expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult"]);
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
		const end = events.findLast(({ type }) => type === "agent_end");
		expect(end?.type === "agent_end" && end.messages.map(({ role }) => role)).toEqual([
			"user",
			"assistant",
			"toolResult",
			"assistant",
		]);
		const off = starting([calls({ name: "read", arguments: { path: "a", size: 1500 } }), says("Done.")], {
			compaction: { midTurnEnabled: false },
		});
		await off.prompt("go");
		expect(off.requests[1]?.context.messages).toHaveLength(9);
	});

	test("compacts before sending a prompt that would exceed the threshold", async () => {
		const { requests, prompt } = starting([says("Done.")]);
		await prompt(tokens(1500));
		expect(requests[0]?.context.messages).toHaveLength(2);
	});

	verifies("context-management:compaction:auto-continue", async () => {
		const open = sessionSoFar();
		open.appendCustomEntry("user_todo_edit", {
			phases: [{ name: "All", tasks: [{ content: "ship", status: "pending" }] }],
		});
		const { requests, log, prompt } = starting([saysUsing("Now shipping.", 2500), says("Shipped.")], {
			log: open,
		});
		await prompt("go");
		expect(requests[1]?.context.messages.at(-1)).toMatchObject({ role: "developer", attribution: "agent" });
		expect(sentTexts(requests[1])).toContain("Continue where it");
		expect([...log.entries()].map((entry) => entry.type === "message" && entry.message.role)).toContain("developer");

		const final = starting([saysUsing("All done.", 2500)]);
		await final.prompt("go");
		expect(final.requests).toHaveLength(1);
		expect(final.conversation.messages.at(0)?.role).toBe("compactionSummary");
	});

	test("after a run the todo reminder comes before the threshold check, which makes room for it", async () => {
		const open = sessionSoFar();
		open.appendCustomEntry("user_todo_edit", {
			phases: [{ name: "All", tasks: [{ content: "ship", status: "pending" }] }],
		});
		const { requests, events, prompt } = starting([saysUsing("Now shipping.", 2500), says("Shipped.")], {
			log: open,
			...productHooks({ reminders: { enabled: true, max: 1 } }),
		});
		await prompt("go");
		expect(eventTypes(events, /compaction|todo_reminder|agent_/)).toEqual([
			"agent_start",
			"todo_reminder",
			"agent_start",
			"auto_compaction_start",
			"auto_compaction_end",
			"agent_end",
		]);
		expect(sentTexts(requests[1])).toContain("(Reminder 1/1)");
		expect(sentTexts(requests[1])).not.toContain("Continue where it");
	});

	verifies("context-management:compaction:loop-guard", async () => {
		const big = calls({ name: "read", arguments: { path: "x", size: 900 } });
		const { events, requests, prompt } = starting([big, big, big, says("Done.")], {
			compaction: { thresholdTokens: 800, keepRecentTokens: 400 },
			systemPrompt: tokens(700),
		});
		await prompt("go");
		const wasSkipped = (end: ConversationEvent) => end.type === "auto_compaction_end" && end.skipped === true;
		expect(ends(events).map(wasSkipped)).toEqual([false, false, true]);
		expect(events.filter(({ type }) => type === "notice")).toMatchObject([
			{ level: "warning", message: expect.stringContaining("frees too little") },
		]);
		expect(requests).toHaveLength(4);
	});

	test("when nothing can be compacted, one notice is shown and the run continues", async () => {
		const big = calls({ name: "read", arguments: { path: "x", size: 900 } });
		const { events, prompt } = converse([big, says("Done.")], {
			compaction: { thresholdTokens: 800, keepRecentTokens: 2000 },
		});
		await prompt("go");
		expect(ends(events)).toMatchObject([{ skipped: true, result: null }]);
		expect(eventTypes(events, /agent_/)).toEqual(["agent_start", "agent_end"]);
	});

	verifies("context-management:overflow:recover-once", async () => {
		const { events, requests, log, conversation, prompt } = starting([overflows, says("Done.")]);
		await prompt("go");
		expect(eventTypes(events, /compaction|agent_|retry/)).toEqual([
			"agent_start",
			"auto_compaction_start",
			"auto_compaction_end",
			"agent_start",
			"agent_end",
		]);
		expect(ends(events)).toMatchObject([{ willRetry: true, result: { summary: "## Goal\nShip it" } }]);
		expect(events.find(({ type }) => type === "auto_compaction_start")).toMatchObject({ reason: "overflow" });
		expect(requests[1]?.context.messages.at(-1)).toMatchObject({ role: "user" });
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);

		const twice = starting([overflows, overflows]);
		await twice.prompt("go");
		expect(twice.requests).toHaveLength(2);
		expect(twice.events.filter(({ type }) => type === "notice")).toMatchObject([{ level: "error" }]);
		expect(twice.conversation.messages.at(-1)).toMatchObject({ stopReason: "error" });
	});

	test("a reply cut off at the window is dropped and requested again after compaction", async () => {
		const cut: ScriptedAnswer = (reply) => {
			reply.appendText("text", "half an ans");
			reply.setStop("length");
		};
		const { events, requests, conversation, prompt } = starting([cut, says("Whole.")]);
		await prompt("go");
		expect(events.find(({ type }) => type === "auto_compaction_start")).toMatchObject({ reason: "incomplete" });
		expect(sentTexts(requests[1])).not.toContain("half an ans");
		expect(JSON.stringify(conversation.messages)).not.toContain("half an ans");
	});

	verifies("context-management:compaction:failure-texts", async () => {
		const cut: ScriptedAnswer = (reply) => {
			reply.appendText("text", "half");
			reply.setStop("length");
		};
		const messageAfter = async (first: ScriptedAnswer) => {
			const { events, conversation, prompt } = starting([first], { summarizer: fails });
			await prompt("go");
			expect(conversation.messages).toHaveLength(8);
			return ends(events).map((end) => end.type === "auto_compaction_end" && end.errorMessage);
		};
		expect(await messageAfter(overflows)).toEqual(["Context overflow recovery failed: 401 no"]);
		expect(await messageAfter(cut)).toEqual(["Incomplete response recovery failed: 401 no"]);
		expect(await messageAfter(saysUsing("Done.", 2500))).toEqual(["Auto-compaction failed: 401 no"]);
	});

	verifies("context-management:overflow:single-message-too-large", async () => {
		const { events, requests, prompt } = starting([overflows], {
			model: { ...scriptedModelRecord, contextWindow: 5000 },
			compaction: { thresholdTokens: 100_000 },
		});
		await prompt(tokens(6000));
		expect(ends(events)).toMatchObject([
			{
				errorMessage:
					"Context overflow recovery failed: Your message is about 6,004 tokens, more than the 5,000 that Scripted can take",
			},
		]);
		expect(requests).toHaveLength(1);
	});

	verifies("context-management:overflow:promotion", async () => {
		const large = { ...scriptedModelRecord, id: "large", contextWindow: 1_000_000 };
		const { events, log, conversation, prompt } = starting([overflows, says("Done.")], {
			model: { ...scriptedModelRecord, contextPromotionTarget: "large" },
			models: {
				find: async (selector) => (selector === "test/large" ? { model: large } : undefined),
				isUsable: () => true,
				roleSelector: () => undefined,
			},
		});
		await prompt("go");
		expect(conversation.model?.id).toBe("large");
		expect(eventTypes(events, /compaction|model_|agent_/)).toEqual([
			"agent_start",
			"model_changed",
			"agent_start",
			"agent_end",
		]);
		expect([...log.entries()].filter(({ type }) => type === "model_change")).toMatchObject([
			{ model: "test/large", role: "temporary" },
		]);
	});

	verifies("context-management:compaction:off", async () => {
		const { conversation, events, prompt } = starting([saysUsing("Done.", 2500), overflows], {
			compaction: { strategy: "off" },
		});
		await prompt("go");
		await prompt("again");
		expect(ends(events)).toEqual([]);
		await conversation.compact();
		expect(conversation.messages.at(0)?.role).toBe("compactionSummary");
	});

	test("turned off at run time, it no longer runs automatically", async () => {
		const { conversation, events, prompt } = starting([saysUsing("Done.", 2500)]);
		await conversation.submit({ type: "set_auto_compaction", enabled: false });
		await prompt("go");
		expect(ends(events)).toEqual([]);
	});

	verifies("context-management:check:fixed-order", async () => {
		const overloaded: ScriptedAnswer = (reply) => {
			reply.setUsage({ input: 9999 });
			throw new ProviderError("overloaded", "529 Overloaded", { status: 529 });
		};
		const { conversation, events, requests, prompt } = starting([
			overloaded,
			saysUsing("Done.", 2500),
			says("That too."),
		]);
		conversation.subscribe(async ({ type }) => {
			if (type === "auto_compaction_start") await conversation.submit({ type: "follow_up", text: "and then" });
		});
		await prompt("go");
		expect(eventTypes(events, /compaction|retry|agent_/)).toEqual([
			"agent_start",
			"auto_retry_start",
			"agent_start",
			"auto_retry_end",
			"auto_compaction_start",
			"auto_compaction_end",
			"agent_start",
			"agent_end",
		]);
		expect(sentTexts(requests[2])).toContain("and then");
	});

	verifies("context-management:invariant:no-maintenance-during-abort", async () => {
		const { conversation, events, prompt } = starting([
			async (reply, { options }) => {
				reply.appendText(0, "Working");
				reply.setUsage({ input: 2500 });
				await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("stop"))));
			},
		]);
		const run = prompt("go");
		await until(() => events.some(({ type }) => type === "message_update"));
		await conversation.submit({ type: "abort" });
		await run;
		expect(eventTypes(events, /compaction|retry/)).toEqual([]);
	});

	test("an abort ends compaction and run at once", async () => {
		const { conversation, events, prompt } = starting([saysUsing("Done.", 2500)], { summarizer: neverEnds });
		const run = prompt("go");
		await until(() => conversation.context.isCompacting);
		await conversation.submit({ type: "abort" });
		await run;
		expect(ends(events)).toMatchObject([{ aborted: true, result: null }]);
		expect(conversation.messages).toHaveLength(8);
	});

	test("an abort during a compaction between two requests ends the run", async () => {
		const { conversation, events, prompt } = starting([calls({ name: "read", arguments: { path: "a", size: 1500 } })], {
			summarizer: neverEnds,
		});
		const run = prompt("go");
		await until(() => conversation.context.isCompacting);
		await conversation.submit({ type: "abort" });
		await run;
		expect(ends(events)).toMatchObject([{ aborted: true }]);
		expect(conversation.messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted" });
	});

	test("compaction fails at its deadline and the run continues", async () => {
		const { events, prompt } = starting([saysUsing("Done.", 2500)], {
			summarizer: neverEnds,
			compactionOptions: { deadlineMs: 20 },
		});
		await prompt("go");
		expect(ends(events)).toMatchObject([
			{ aborted: false, errorMessage: "Auto-compaction failed: timed out after 0.02 s" },
		]);
	});

	test("a run that reads the same files after each compaction is stopped", async () => {
		const again = calls({ name: "read", arguments: { path: "a.ts", size: 1900 } });
		const { events, requests, conversation, prompt } = starting([again, again, again], {
			compaction: { supersedeReads: false },
		});
		await prompt("go");
		expect(events.filter(({ type }) => type === "notice")).toMatchObject([
			{ level: "warning", message: expect.stringContaining("the same files are read again (a.ts)") },
		]);
		expect(sentTexts(requests[2])).toContain("You have read a.ts before");
		expect(conversation.messages.at(-1)).toMatchObject({ stopReason: "aborted", content: [] });
		expect(requests).toHaveLength(3);
	});
});
