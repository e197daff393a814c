import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { SessionMessage } from "../entry/message.ts";
import { chain, TIME } from "../testing/entries.ts";
import { assistant, calling, result, user } from "../testing/messages.ts";
import { buildSessionContext } from "./context.ts";

/** Messages in a short form that shows order and kind. */
function brief(messages: readonly SessionMessage[]): string[] {
	return messages.map((message) => {
		if ("summary" in message) return `${message.role}: ${message.summary}`;
		if (message.role === "toolResult") return `result of ${message.toolCallId}`;
		if (!("content" in message) || typeof message.content === "string") return `${message.role}`;
		const blocks = message.content.map((block) => {
			if (block.type === "text") return block.text;
			return block.type === "toolCall" ? `call ${block.id}` : block.type;
		});
		return `${message.role}: ${blocks.join(", ")}`;
	});
}

const compaction = (summary: string, firstKeptEntryId: string) =>
	({ type: "compaction", summary, shortSummary: "ok", firstKeptEntryId, tokensBefore: 190020 }) as const;

describe("buildSessionContext: which entries", () => {
	const entries = chain(user("one"), assistant("two"), user("three"));

	test("up to the given leaf, else to the last entry; none for null", () => {
		expect(brief(buildSessionContext(entries, "e2").messages)).toEqual(["user: one", "assistant: two"]);
		expect(brief(buildSessionContext(entries).messages)).toEqual(["user: one", "assistant: two", "user: three"]);
		expect(brief(buildSessionContext(entries, "unknown").messages)).toHaveLength(3);
		expect(buildSessionContext(entries, null)).toEqual({
			messages: [],
			thinkingLevel: "off",
			isThinkingLevelRecorded: false,
			serviceTier: undefined,
			models: {},
			injectedTtsrRules: [],
			selectedMCPToolNames: [],
			mode: "none",
			modeData: undefined,
		});
		const byId = new Map(entries.map((entry) => [entry.id, entry]));
		expect(buildSessionContext(entries, "e2", byId)).toEqual(buildSessionContext(entries, "e2"));
	});

	test("only those on the path from root to leaf", () => {
		const branched = [...entries, { ...chain(user("other"))[0], id: "x", parentId: "e1" }] as typeof entries;
		expect(brief(buildSessionContext(branched).messages)).toEqual(["user: one", "user: other"]);
	});

	test("messages, custom messages and branch summaries become messages, nothing else does", () => {
		const context = buildSessionContext(
			chain(
				{
					type: "custom_message",
					customType: "advisor",
					content: "hm",
					display: true,
					details: { notes: [] },
					attribution: "agent",
				},
				{ type: "branch_summary", fromId: "a1b2c3d4", summary: "tried it" },
				{ type: "custom", customType: "com.example.state", data: {} },
				{ type: "label", targetId: "e1", label: "x" },
				{ type: "title_change", title: "Go", source: "auto" },
			),
		);
		const timestamp = Date.parse(TIME);
		expect(context.messages).toEqual([
			{
				role: "custom",
				customType: "advisor",
				content: "hm",
				display: true,
				details: { notes: [] },
				attribution: "agent",
				timestamp,
			},
			{ role: "branchSummary", summary: "tried it", fromId: "a1b2c3d4", timestamp },
		]);
	});
});

describe("buildSessionContext: state", () => {
	verifies("sessions:context:path-state", () => {
		const context = buildSessionContext(
			chain(
				{ type: "thinking_level_change", thinkingLevel: "low" },
				{ type: "model_change", model: "acme/a-1" },
				{ type: "model_change", model: "acme/small", role: "smol" },
				{ type: "model_change", model: "acme/a-2", role: "default" },
				{ type: "model_change", model: "acme/spare", role: "temporary" },
				{ type: "service_tier_change", serviceTier: { openai: "flex" } },
				{ type: "service_tier_change", serviceTier: null },
				{ type: "mode_change", mode: "plan", data: { planFilePath: "local://PLAN.md" } },
				{ type: "mcp_tool_selection", selectedToolNames: ["mcp__srv__tool"] },
				{ type: "ttsr_injection", injectedRules: ["a", "b"] },
				{ type: "ttsr_injection", injectedRules: ["b", "c"] },
				{ type: "thinking_level_change", thinkingLevel: "medium", configured: "auto" },
				assistant("x", { provider: "other", model: "o-1" }),
				{ type: "reset_boundary" },
			),
		);
		expect(context).toEqual({
			messages: [],
			thinkingLevel: "medium",
			isThinkingLevelRecorded: true,
			configuredThinkingLevel: "auto",
			serviceTier: null,
			models: { default: "acme/a-2", smol: "acme/small", temporary: "acme/spare" },
			injectedTtsrRules: ["a", "b", "c"],
			selectedMCPToolNames: ["mcp__srv__tool"],
			mode: "plan",
			modeData: { planFilePath: "local://PLAN.md" },
		});
	});

	test("without an explicit default, the model that answered last is the default", () => {
		const entries = chain(
			{ type: "model_change", model: "acme/small", role: "smol" },
			assistant("x", { provider: "other", model: "o-1" }),
			user("y"),
		);
		expect(buildSessionContext(entries).models).toEqual({ default: "other/o-1", smol: "acme/small" });
	});
});

describe("buildSessionContext: compaction and reset", () => {
	verifies("sessions:context:compaction-boundary", () => {
		const entries = chain(user("1"), assistant("2"), user("3"), assistant("4"), compaction("so far", "e3"), user("6"));
		expect(brief(buildSessionContext(entries).messages)).toEqual([
			"compactionSummary: so far",
			"user: 3",
			"assistant: 4",
			"user: 6",
		]);
		expect(buildSessionContext(entries).messages[0]).toEqual({
			role: "compactionSummary",
			summary: "so far",
			shortSummary: "ok",
			tokensBefore: 190020,
			timestamp: Date.parse(TIME),
		});
	});

	test("when the first kept entry is not on the path, only later entries remain", () => {
		const entries = chain(user("1"), compaction("so far", "gone"), user("3"));
		expect(brief(buildSessionContext(entries).messages)).toEqual(["compactionSummary: so far", "user: 3"]);
	});

	test("the last of two compactions applies, and the earlier one is not repeated", () => {
		const entries = chain(
			user("1"),
			user("2"),
			compaction("first", "e2"),
			user("4"),
			compaction("second", "e2"),
			user("6"),
		);
		expect(brief(buildSessionContext(entries).messages)).toEqual([
			"compactionSummary: second",
			"user: 2",
			"user: 4",
			"user: 6",
		]);
	});

	verifies("sessions:context:reset-boundary", () => {
		const reset = { type: "reset_boundary" } as const;
		const before = chain(user("1"), compaction("old", "e1"), reset, user("4"));
		expect(brief(buildSessionContext(before).messages)).toEqual(["user: 4"]);
		const after = chain(user("1"), reset, user("3"), compaction("new", "e1"), user("5"));
		expect(brief(buildSessionContext(after).messages)).toEqual(["compactionSummary: new", "user: 5"]);
	});

	verifies("sessions:context:transcript", () => {
		const entries = chain(
			user("1"),
			{ type: "reset_boundary" },
			user("3"),
			user("4"),
			compaction("so far", "e4"),
			calling("open"),
		);
		const all = { transcript: true };
		expect(brief(buildSessionContext(entries, undefined, undefined, all).messages)).toEqual([
			"user: 1",
			"user: 3",
			"user: 4",
			"compactionSummary: so far",
			"assistant: call open",
		]);
		const collapsed = { transcript: true, collapseCompactedHistory: true };
		expect(brief(buildSessionContext(entries, undefined, undefined, collapsed).messages)).toEqual([
			"compactionSummary: so far",
			"user: 4",
			"assistant: call open",
		]);
	});

	test("the data of a provider's own compaction is part of the summary", () => {
		const preserveData = { openaiRemoteCompaction: [1] };
		const entries = chain(user("1"), { ...compaction("so far", "e1"), preserveData });
		expect(buildSessionContext(entries).messages[0]).toMatchObject({ role: "compactionSummary", preserveData });
	});
});

describe("buildSessionContext: broken turns", () => {
	test("calls without result and results without call are left out", () => {
		const entries = chain(
			user("go"),
			assistant([{ type: "text", text: "ok" }, ...calling("a", "b").content], { stopReason: "toolUse" }),
			result("a"),
			result("stray"),
			calling("c"),
		);
		expect(brief(buildSessionContext(entries).messages)).toEqual(["user: go", "assistant: ok, call a", "result of a"]);
		const live = { keepDanglingToolCalls: true };
		expect(brief(buildSessionContext(entries, undefined, undefined, live).messages)).toEqual([
			"user: go",
			"assistant: ok, call a, call b",
			"result of a",
			"assistant: call c",
		]);
	});

	const started = (toolCallId: string, startedAt = TIME) =>
		({
			type: "custom",
			customType: "tool_execution_start",
			data: { toolCallId, toolName: "bash", startedAt },
		}) as const;

	verifies("sessions:load:interrupted-calls", () => {
		const entries = chain(user("go"), calling("a", "b", "c"), started("a"), started("b"), result("a"), user("on"));
		const { messages } = buildSessionContext(entries);
		expect(brief(messages)).toEqual([
			"user: go",
			"assistant: call a, call b",
			"result of a",
			"result of b",
			"user: on",
		]);
		expect(messages[3]).toEqual({
			role: "toolResult",
			toolCallId: "b",
			toolName: "bash",
			content: [{ type: "text", text: expect.stringContaining("may or may not have taken effect") }],
			details: { __synthetic: true, source: "process_ended" },
			isError: true,
			timestamp: Date.parse(TIME),
		});
		const shown = buildSessionContext(entries, undefined, undefined, { transcript: true }).messages;
		expect(brief(shown)).toEqual([
			"user: go",
			"assistant: call a, call b, call c",
			"result of a",
			"result of b",
			"user: on",
		]);
	});

	test("a call that was waiting for approval has not run", () => {
		const asked = (customType: string) => ({ type: "custom", customType, data: { toolCallId: "a" } }) as const;
		const text = (...fields: Parameters<typeof chain>) =>
			JSON.stringify(buildSessionContext(chain(calling("a"), started("a"), ...fields)).messages[1]);
		expect(text(asked("tool_approval_requested"))).toContain("Not run: omp ended while");
		const approved = [asked("tool_approval_requested"), asked("tool_approval_resolved")];
		expect(text(...approved)).toContain("may or may not have taken effect");
	});

	test("the start of a reused call id belongs to one use of it", () => {
		const first = { ...calling("call_0"), timestamp: 1000 };
		const second = { ...calling("call_0"), timestamp: 2000 };
		const at = (ms: number) => started("call_0", new Date(ms).toISOString());
		expect(brief(buildSessionContext(chain(first, user("x"), second, at(2001), result("call_0"))).messages)).toEqual([
			"user: x",
			"assistant: call call_0",
			"result of call_0",
		]);
		expect(brief(buildSessionContext(chain(first, at(1001), user("x"), second)).messages)).toEqual([
			"assistant: call call_0",
			"result of call_0",
			"user: x",
		]);
	});

	test("reused call ids belong to the turn they are in", () => {
		const entries = chain(calling("call_0"), result("call_0"), calling("call_0"), user("stop"));
		expect(brief(buildSessionContext(entries).messages)).toEqual([
			"assistant: call call_0",
			"result of call_0",
			"user: stop",
		]);
	});

	test("empty aborted and failed replies are left out, an empty finished one stays", () => {
		const empty = (stopReason: "aborted" | "error" | "stop") => assistant([], { stopReason });
		const entries = chain(
			empty("aborted"),
			empty("error"),
			assistant("half", { stopReason: "aborted" }),
			empty("stop"),
		);
		expect(brief(buildSessionContext(entries).messages)).toEqual(["assistant: half", "assistant: "]);
	});

	test("messages without role are left out, and text content becomes a block", () => {
		const odd = (message: unknown) => ({ type: "message", message }) as { type: "message"; message: SessionMessage };
		const entries = chain(
			odd(null),
			odd({}),
			odd({ ...assistant(""), content: "plain" }),
			odd({ role: "appSpecific" }),
		);
		expect(brief(buildSessionContext(entries).messages)).toEqual(["assistant: plain", "appSpecific"]);
	});
});
