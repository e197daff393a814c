import { describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type ConverseOptions, converse } from "../testing/converse.ts";
import { assistant, testHost, testLog, tokens, user } from "../testing/history.ts";

const content =
	"<handoff-context>\nThe goal is X.\n</handoff-context>\n\nThe above is a handoff document from a previous session. Use this context to continue the work seamlessly.";

function begun(log: SessionLog = testLog()): SessionLog {
	log.appendMessage(user("Do X"));
	log.appendMessage(assistant(tokens(300)));
	return log;
}

const compaction: ConverseOptions["compaction"] = { strategy: "handoff", thresholdTokens: 2000, keepRecentTokens: 20 };
/** One empty answer per attempt. */
const silence = Array.from({ length: 6 }, () => says(" "));
const saysUsing =
	(text: string, input: number): ScriptedAnswer =>
	(reply) => {
		reply.appendText("text", text);
		reply.setUsage({ input });
	};

describe("handoff", () => {
	verifies("context-management:handoff:new-session", async () => {
		const old = begun();
		const { conversation, requests, prompt } = converse([says("Fine."), says("The goal is X."), says("Going on.")], {
			log: old,
		});
		await prompt("go");
		const before = [...old.entries()];
		expect(await conversation.handoff("the tests")).toEqual({ document: "The goal is X." });
		const asked = requests[1];
		expect<unknown>(asked?.context.messages.slice(0, 3)).toEqual(requests[0]?.context.messages);
		expect(asked?.context.messages.at(-1)).toMatchObject({ role: "user", attribution: "agent" });
		expect(JSON.stringify(asked?.context.messages.at(-1))).toContain("Pay special attention to: the tests");
		expect(asked?.context.tools).toEqual(requests[0]?.context.tools);
		expect(asked?.context.systemPrompt).toEqual(requests[0]?.context.systemPrompt);
		expect(asked?.options.toolChoice).toBe("none");
		expect([...old.entries()]).toEqual(before);
		expect(conversation.log.header.parentSession).toBe(old.id);
		expect(conversation.messages).toMatchObject([
			{ role: "custom", customType: "handoff", display: true, attribution: "agent", content },
		]);
		await prompt("go on");
		expect(requests[2]?.context.messages).toHaveLength(2);
	});

	test("a provider that rejects tool_choice none is asked again without it", async () => {
		const rejects: ScriptedAnswer = () => {
			throw new ProviderError("invalid-request", "400 tool_choice: none is not supported", { status: 400 });
		};
		const { conversation, requests } = converse([rejects, says("The goal is X.")], { log: begun() });
		await conversation.handoff();
		expect(requests.map(({ options }) => options.toolChoice)).toEqual(["none", "auto"]);
	});

	verifies("context-management:handoff:guards", async () => {
		await expect(converse([]).conversation.handoff()).rejects.toThrow("Nothing to hand off (no messages yet)");
		const waits: ScriptedAnswer = (_reply, { options }) =>
			new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("stop"))));
		const busy = converse([waits], { log: begun() });
		void busy.prompt("go");
		await until(() => busy.requests.length === 1);
		await expect(busy.conversation.handoff()).rejects.toThrow("Agent is already processing");
		await busy.conversation.dispose();

		const log = begun();
		const deaf = converse([() => new Promise(() => {})], { log });
		const handoff = deaf.conversation.handoff();
		await until(() => deaf.requests.length === 1);
		await deaf.conversation.submit({ type: "abort" });
		await expect(handoff).rejects.toThrow("Handoff cancelled");
		expect(deaf.conversation.log).toBe(log);

		const empty = converse(silence, { log: begun() });
		await expect(empty.conversation.handoff()).rejects.toThrow("Handoff cancelled");
	});

	test("a hook can cancel, and nothing has changed", async () => {
		const log = begun();
		const { conversation } = converse([says("The goal is X.")], { log });
		conversation.addHook({ name: "test", beforeSessionChange: async () => ({ cancel: true }) });
		await expect(conversation.handoff()).rejects.toThrow("Handoff cancelled");
		expect(conversation.log).toBe(log);
		expect(conversation.messages).toHaveLength(2);
	});

	verifies("context-management:handoff:save-to-disk", async () => {
		await using folder = await workspace();
		const environment = fileEnvironment(testHost, join(folder.path, "agent"));
		const log = begun(createSession(environment, { cwd: folder.path }));
		const { conversation, events, prompt } = converse([saysUsing("Done.", 2500), says("The goal is X.")], {
			log,
			compaction: { ...compaction, handoffSaveToDisk: true },
		});
		const oldFile = log.file;
		await prompt("go");
		expect(events.filter(({ type }) => type.startsWith("auto_compaction"))).toEqual([
			{ type: "auto_compaction_start", reason: "threshold", action: "handoff" },
			{ type: "auto_compaction_end", action: "handoff", result: null, aborted: false, willRetry: false },
		]);
		expect(conversation.log.file).not.toBe(oldFile);
		expect(conversation.log.header.parentSession).toBe(oldFile);
		const saved = await readdir(conversation.log.artifactsDirectory ?? "");
		expect(saved).toEqual(["handoff-2026-11-15T00-00-00.000Z.md"]);
		const text = await readFile(join(conversation.log.artifactsDirectory ?? "", saved[0] ?? ""), "utf8");
		expect(text).toBe("The goal is X.\n");
		await conversation.dispose();
	});

	test("messages queued meanwhile go to the new session", async () => {
		const { conversation, requests, prompt } = converse(
			[
				saysUsing("Done.", 2500),
				async (reply) => {
					await conversation.submit({ type: "follow_up", text: "and then" });
					reply.appendText(0, "The goal is X.");
				},
				says("That too."),
			],
			{ log: begun(), compaction },
		);
		await prompt("go");
		expect(requests[2]?.context.messages).toHaveLength(2);
		expect(JSON.stringify(requests[2]?.context.messages.at(-1))).toContain("and then");
	});

	test("an automatic handoff without a document falls back to a summary", async () => {
		const { conversation, events, prompt } = converse([saysUsing("Done.", 2500), ...silence], {
			log: begun(),
			compaction,
		});
		await prompt("go");
		expect(events.filter(({ type }) => type === "auto_compaction_end")).toMatchObject([
			{ action: "handoff", result: null, skipped: true },
			{ action: "context-full", result: { summary: expect.stringContaining("Ship it") } },
		]);
		expect(conversation.messages.at(0)?.role).toBe("compactionSummary");
	});
});
