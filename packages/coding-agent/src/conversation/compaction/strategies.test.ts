import { describe, expect, test } from "bun:test";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { calls, type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { sessionContext } from "../history/session-context.ts";
import { navigateTree } from "../operations/navigate-tree.ts";
import { type ConverseOptions, converse, eventTypes } from "../testing/converse.ts";
import { assistant, result, testLog, tokens, user } from "../testing/history.ts";

function logOf(...messages: SessionMessage[]) {
	const log = testLog();
	for (const message of messages) log.appendMessage(message);
	return log;
}
const looked = (path: string, size: number) => [
	assistant("", [{ name: "read", arguments: { path } }]),
	result(`${path} ${tokens(size)}`),
];
const turns = (...sizes: number[]) => sizes.flatMap((size, index) => [user(`Task ${index}`), assistant(tokens(size))]);

describe("shake", () => {
	const old = [
		user(`See\n\`\`\`ts\n${tokens(600)}\n\`\`\`\nthere`),
		...looked("a.ts", 15_000),
		...looked("b.ts", 15_000),
	];
	const recent = [assistant("So."), user("next"), assistant(tokens(41_000))];
	const compaction: ConverseOptions["compaction"] = { strategy: "shake", thresholdTokens: 60_000 };

	verifies("context-management:compaction:shake", async () => {
		const log = logOf(...old, ...recent);
		const { conversation, events, summaryRequests, prompt } = converse([says("Done.")], {
			log,
			compaction,
		});
		await prompt("go");
		expect(events.filter(({ type }) => type.startsWith("auto_compaction"))).toEqual([
			{ type: "auto_compaction_start", reason: "threshold", action: "shake" },
			{ type: "auto_compaction_end", action: "shake", result: null, aborted: false, willRetry: false },
		]);
		expect(summaryRequests).toEqual([]);
		const texts = JSON.stringify(conversation.messages);
		expect(texts).toContain("See\\n[artifact://0: ts block, 3 lines]\\nthere");
		expect(texts).toContain("[artifact://1: result of read, 1 lines]");
		expect(log.artifacts.findText("1")).toStartWith("a.ts word");
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
		expect(conversation.context.usage.tokens).toBeLessThan(60_000);

		const little = converse([says("Done.")], {
			log: logOf(...looked("a.ts", 9000), ...recent),
			compaction: { ...compaction, thresholdTokens: 45_000 },
		});
		await little.prompt("go");
		expect(little.events.find(({ type }) => type === "auto_compaction_end")).toMatchObject({ action: "context-full" });
	});

	test("/shake also elides recent content, or only images", () => {
		const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };
		const log = logOf({ ...user("look"), content: [{ type: "text", text: "look" }, image] }, ...looked("a.ts", 900));
		const { conversation } = converse([], { log });
		expect(conversation.context.shake("elide").count).toBe(1);
		expect(conversation.context.shake("elide")).toEqual({ count: 0, savedTokens: 0 });
		expect(conversation.context.shake("images").count).toBe(1);
		expect(conversation.messages[0]).toMatchObject({
			content: [
				{ type: "text", text: "look" },
				{ type: "text", text: "[image left out]" },
			],
		});
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
	});
});

describe("idle", () => {
	const compaction: ConverseOptions["compaction"] = {
		idleEnabled: true,
		idleThresholdTokens: 500,
		idleTimeoutSeconds: 300,
		keepRecentTokens: 310,
	};

	verifies("context-management:compaction:idle", async () => {
		const waits: number[] = [];
		const gate = Promise.withResolvers<void>();
		const { conversation, events, prompt } = converse([says("Done.")], {
			log: logOf(...turns(1500, 300)),
			compaction,
			sleep: (delayMs) => {
				waits.push(delayMs);
				return gate.promise;
			},
		});
		await prompt("go");
		expect(waits).toEqual([300_000]);
		expect(eventTypes(events, /compaction/)).toEqual([]);
		gate.resolve();
		await until(() => events.some(({ type }) => type === "auto_compaction_end"));
		expect(events.find(({ type }) => type === "auto_compaction_start")).toMatchObject({ reason: "idle" });
		expect(eventTypes(events, /agent_/)).toEqual(["agent_start", "agent_end"]);
		expect(conversation.messages[0]?.role).toBe("compactionSummary");

		for (const other of [{ idleEnabled: false }, { idleThresholdTokens: 5000 }]) {
			const quiet: number[] = [];
			const { prompt: ask } = converse([says("Done.")], {
				log: logOf(...turns(1500, 300)),
				compaction: { ...compaction, ...other },
				sleep: async (delayMs) => void quiet.push(delayMs),
			});
			await ask("go");
			expect(quiet).toEqual([]);
		}
	});

	test("a prompt aborts the idle timer, and an idle compaction in progress", async () => {
		const { conversation, events, prompt } = converse([says("Done."), says("Yes.")], {
			log: logOf(...turns(1500, 300)),
			compaction: { ...compaction, idleTimeoutSeconds: 0 },
			summarizer: () => new Promise(() => {}),
			sleep,
		});
		await prompt("go");
		await until(() => conversation.context.isCompacting);
		await prompt("and?");
		expect(events.find(({ type }) => type === "auto_compaction_end")).toMatchObject({ aborted: true, result: null });
		expect(conversation.messages).toHaveLength(8);
		await conversation.dispose();
	});
});

describe("summaries", () => {
	verifies("context-management:compaction:file-list", async () => {
		const paths = Array.from({ length: 24 }, (_, index) => `src/f${String(index).padStart(2, "0")}.ts`);
		const log = logOf(user("go"), ...paths.flatMap((path) => looked(path, 20)), assistant("Read."), ...turns(400));
		const { conversation } = converse([], { log, compaction: { keepRecentTokens: 300 } });
		const { summary, details } = await conversation.compact();
		expect(details).toEqual({ readFiles: paths, modifiedFiles: [] });
		expect(summary.split("\n").filter((line) => line.endsWith("(Read)"))).toHaveLength(20);
		expect(summary).toEndWith("f23.ts (Read)\n[…4 files elided…]\n</files>");
	});

	verifies("context-management:compaction:model-candidates", async () => {
		const named = (id: string) => ({ ...scriptedModelRecord, id, contextWindow: id === "smol" ? 2000 : 200_000 });
		const asked: Array<[string, number]> = [];
		const { conversation } = converse([], {
			log: logOf(...turns(300), ...looked("a.ts", 1200), assistant(tokens(400)), ...turns(400)),
			model: { ...scriptedModelRecord, compactionModel: "test/best" },
			compaction: { keepRecentTokens: 300 },
			models: {
				find: async (selector) => ({ model: named(selector.slice("test/".length)) }),
				isUsable: ({ id }) => id !== "unusable",
				roleSelector: (role) => (role === "smol" ? "test/smol" : "test/unusable"),
			},
			summarizer: (reply, { context }) => {
				const prompt = String(context.messages[0]?.content);
				asked.push([reply.message.model, prompt.length]);
				if (reply.message.model !== "smol") throw new ProviderError("auth", "401 no", { status: 401 });
				reply.appendText(0, prompt.includes("[tool output dropped to make room]") ? "Dropped" : "Whole");
			},
		});
		expect((await conversation.compact()).summary).toStartWith("Dropped");
		expect([...new Set(asked.map(([model]) => model))]).toEqual(["best", "scripted", "smol"]);
		for (const [model, length] of asked) if (model === "smol") expect(length).toBeLessThan(2000 * 4);
	});

	verifies("context-management:branch-summary:on-tree-move", async () => {
		const log = logOf(user("Base"), assistant("Done."));
		const base = log.leafId ?? "";
		for (const message of [user("Try this"), ...looked("a.ts", 20), assistant("It failed.")])
			log.appendMessage(message);
		const { conversation, summaryRequests } = converse([], { log, summarizer: says("## Tried\nthis") });
		const summarize =
			(signal: AbortSignal): NonNullable<Parameters<typeof navigateTree>[2]>["summarize"] =>
			(entries) =>
				conversation.summarizeBranch(entries, { reserveTokens: 16_384, signal });
		const { signal } = new AbortController();
		const moved = await navigateTree(conversation, base, { summarize: summarize(signal) });
		expect(String(summaryRequests[0]?.context.messages[0]?.content)).toStartWith("<conversation>\nHuman: Try this");
		expect(moved.summaryEntry).toMatchObject({
			type: "branch_summary",
			parentId: base,
			summary:
				"The user explored another branch of this conversation before coming back here. What happened there:\n\n## Tried\nthis\n\n<files>\n# ./\na.ts (Read)\n</files>",
			details: { readFiles: ["a.ts"], modifiedFiles: [] },
		});
		expect(conversation.messages.at(-1)).toMatchObject({ role: "branchSummary" });

		const stopped = new AbortController();
		const leaf = log.leafId;
		const other = converse([], { log, summarizer: () => new Promise(() => {}) });
		const moving = navigateTree(other.conversation, log.path()[0]?.id ?? "", {
			summarize: (entries) =>
				other.conversation.summarizeBranch(entries, { reserveTokens: 16_384, signal: stopped.signal }),
		});
		await until(() => other.summaryRequests.length === 1);
		stopped.abort();
		expect(await moving).toEqual({ cancelled: true });
		expect(log.leafId).toBe(leaf);
	});
});

/** Anything that can happen in a conversation, in random order. */
function randomAnswers(seed: number) {
	const { below: random } = seeded(seed);
	const fails =
		(kind: "overloaded" | "context-overflow"): ScriptedAnswer =>
		(reply) => {
			if (random(2) === 0) reply.appendThinking(0, "Hm");
			throw new ProviderError(kind, kind, { status: 400 });
		};
	const cut: ScriptedAnswer = (reply) => {
		reply.appendText(0, "half");
		reply.setStop("length");
	};
	const something = (): ScriptedAnswer => {
		switch (random(7)) {
			case 0:
				return fails("overloaded");
			case 1:
				return fails("context-overflow");
			case 2:
				return cut;
			case 3:
				return says(tokens(random(400)));
			default:
				return calls({ name: "read", arguments: { path: `f${random(3)}.ts`, size: random(900) } });
		}
	};
	return { random, answers: () => Array.from({ length: 60 }, something) };
}

async function* randomConversations(seed: number, rounds: number) {
	const { random, answers } = randomAnswers(seed);
	for (let round = 0; round < rounds; round++) {
		const converser = converse(answers(), {
			compaction: { thresholdTokens: 1500 + random(1500), keepRecentTokens: 200 + random(400) },
			maxRetries: 3,
		});
		for (let turn = 0; turn < 6; turn++) {
			await converser.prompt(`Turn ${turn} ${tokens(random(200))}`);
			yield converser;
		}
	}
}

verifies("context-management:invariant:live-equals-rebuild", async () => {
	for await (const { conversation, log } of randomConversations(11, 40)) {
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages].filter(isSent));
	}
});

verifies("context-management:invariant:call-result-together", async () => {
	for await (const { requests } of randomConversations(23, 40)) {
		for (const { context } of requests) {
			const open = new Set<string>();
			for (const message of context.messages) {
				if (message.role !== "toolResult") expect([...open]).toEqual([]);
				if (message.role === "assistant") for (const { id } of toolCallsOf(message)) open.add(id);
				if (message.role === "toolResult") expect(open.delete(message.toolCallId)).toBe(true);
			}
			expect([...open]).toEqual([]);
		}
	}
});

/** Final errors are shown, but empty failed replies are not read back from the log. */
function isSent(message: { role: string; stopReason?: string; content?: unknown }): boolean {
	const isFailure = message.stopReason === "error" || message.stopReason === "aborted";
	return !(isFailure && Array.isArray(message.content) && message.content.length === 0);
}
