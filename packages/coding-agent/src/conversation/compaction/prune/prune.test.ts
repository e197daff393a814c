import { describe, expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ContextMeter } from "../../context/context-meter.ts";
import { sessionContext } from "../../history/session-context.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import { assistant, result, testLog, tokens, user } from "../../testing/history.ts";
import { type PrunePolicy, ToolResultPruning } from "./tool-result-pruning.ts";

const call = (name: string, args: Record<string, unknown>, output: SessionMessage) => [
	assistant("", [{ name, arguments: args }]),
	output,
];
const reads = (path: string, size = 200) => call("read", { path }, result(`${path} ${tokens(size)}`));
const textOf = (message: AgentMessage | undefined) =>
	message?.role === "toolResult" && message.content[0]?.type === "text" ? message.content[0].text : undefined;

function startPruning(history: readonly SessionMessage[], options: Partial<PrunePolicy> & { now?: number } = {}) {
	const log = testLog();
	for (const message of history) log.appendMessage(message);
	let messages: readonly AgentMessage[] = sessionContext(log).messages;
	const meter = new ContextMeter();
	const live = {
		log,
		get parts() {
			return { model: scriptedModelRecord, systemPrompt: [], tools: [], messages };
		},
		replaceMessages: (changed: readonly AgentMessage[]) => {
			messages = changed;
		},
	} as unknown as LiveContext;
	const pruning = new ToolResultPruning({
		live,
		meter,
		policy: () => ({ supersedeReads: true, dropUseless: true, ...options }),
		cacheLifeMs: () => 300_000,
		now: () => options.now ?? 1,
	});
	return {
		pruning,
		log,
		results: () => messages.flatMap((message) => textOf(message) ?? []),
		expectRebuilt: () => expect<unknown>(sessionContext(log).messages).toEqual([...messages]),
		tokens: () => meter.tokens(live.parts),
	};
}

describe("pruning", () => {
	verifies("context-management:prune:superseded-reads", () => {
		const { pruning, results, expectRebuilt } = startPruning([
			user("go"),
			...reads("a.ts"),
			...reads("b.ts:1-9"),
			...reads("c.ts"),
			...reads("a.ts"),
			...call("edit", { path: "b.ts" }, result("ok", "edit")),
			...call("read", { path: "c.ts" }, result("no such file", "read", { isError: true })),
			assistant("So."),
		]);
		pruning.pruneTurn();
		expect(results().map((text) => text.slice(0, 60).trim())).toEqual([
			"[a.ts was read again later; see there]",
			"[b.ts:1-9 was changed later; read it again if needed]",
			expect.stringMatching(/^c\.ts word/),
			expect.stringMatching(/^a\.ts word/),
			"ok",
			"no such file",
		]);
		expectRebuilt();
	});

	verifies("context-management:prune:useless-results", () => {
		const long = `No matches ${tokens(50)}`;
		const { pruning, results, expectRebuilt } = startPruning([
			...call("search", {}, result(long, "search", { useless: true })),
			...call("search", {}, result("None", "search", { useless: true })),
			...call("search", {}, result(long, "search", { useless: true, isError: true })),
		]);
		pruning.pruneTurn();
		expect(results()).toEqual(["[Uneventful result elided]", "None", long]);
		expectRebuilt();
	});

	test("a result that the model has not read yet is never elided", () => {
		const { pruning, results } = startPruning(call("job", {}, result(tokens(50), "job", { useless: true })));
		pruning.pruneTurn();
		expect(results()).toEqual([tokens(50)]);
	});

	verifies("context-management:prune:threshold", () => {
		const outputs = Array.from({ length: 8 }, (_, index) =>
			call("bash", {}, result(`${index} ${tokens(10_000)}`, "bash")),
		);
		const skill = call("read", { path: "skill://tests" }, result(`skill ${tokens(10_000)}`));
		const { pruning, results, expectRebuilt, tokens: used } = startPruning([...skill, ...outputs.flat()]);
		const before = used();
		pruning.pruneForRoom();
		expect(results().map((text) => text.slice(0, 18))).toEqual([
			expect.stringMatching(/^skill word/),
			...Array.from({ length: 4 }, () => "[Output truncated "),
			...[4, 5, 6, 7].map((index) => expect.stringMatching(new RegExp(`^${index} word`))),
		]);
		expect(results()[1]).toBe("[Output truncated - 10005 tokens]");
		expect(before - used()).toBeGreaterThan(39_000);
		expectRebuilt();

		const few = startPruning(outputs.slice(0, 5).flat());
		few.pruning.pruneForRoom();
		expect(few.results().some((text) => text.startsWith("[Output"))).toBe(false);
	});

	verifies("context-management:prune:cache-aware", () => {
		const history = [user("go"), ...reads("a.ts"), assistant(tokens(9000)), ...reads("a.ts"), assistant("So.")];
		const warm = startPruning(history);
		warm.pruning.pruneTurn();
		expect(warm.results()[0]).toStartWith("a.ts word");
		const cold = startPruning(history, { now: 300_001 });
		cold.pruning.pruneTurn();
		expect(cold.results()[0]).toBe("[a.ts was read again later; see there]");
	});

	test("nothing is pruned when the setting is off", () => {
		const history = [...reads("a.ts"), ...reads("a.ts"), ...call("x", {}, result(tokens(99), "x", { useless: true }))];
		const { pruning, results, log } = startPruning(history, { supersedeReads: false, dropUseless: false });
		pruning.pruneTurn();
		expect(results().some((text) => text.startsWith("["))).toBe(false);
		expect([...log.entries()]).toHaveLength(history.length);
	});

	test("a pruned result is not pruned again", () => {
		const { pruning, log } = startPruning([...reads("a.ts"), ...reads("a.ts")]);
		pruning.pruneTurn();
		pruning.pruneTurn();
		expect([...log.entries()].filter(({ type }) => type === "custom")).toHaveLength(1);
	});
});
