import { describe, expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { ConversationEvent } from "../event/event.ts";
import { noopTool, scriptedConversation } from "../testing/scripted-conversation.ts";
import type { Hook } from "./hook.ts";
import { createHookList } from "./hook-list.ts";
import type { HookFailure } from "./point-caller.ts";

const call = buildCall(noopTool, {}, "c");

function listOf(...hooks: readonly Hook[]) {
	const failures: HookFailure[] = [];
	const list = createHookList((failure) => failures.push(failure));
	for (const hook of hooks) list.add(hook);
	return { list, failures };
}

describe("hook list", () => {
	test("hooks run by order, then as added, and a removed one runs no more", async () => {
		const ran: string[] = [];
		const hook = (name: string, order?: number): Hook => ({
			name,
			...(order !== undefined && { order }),
			beforeRequest: () => void ran.push(name),
		});
		const { list } = listOf(hook("extension"), hook("last", 900), hook("first", 1));
		const remove = list.add(hook("second extension"));
		await list.beforeRequest(AbortSignal.timeout(1000));
		remove();
		await list.beforeRequest(AbortSignal.timeout(1000));
		expect(ran).toEqual(["first", "extension", "second extension", "last", "first", "extension", "last"]);
	});

	test("a hook that throws is reported and skipped, at every point", async () => {
		const fail = () => {
			throw new Error("broken");
		};
		const broken: Hook = {
			name: "broken",
			beforePrompt: fail,
			attachments: fail,
			beforeRequest: fail,
			transformContext: fail,
			wrapStream: fail,
			afterToolCall: fail,
			afterTurn: fail,
			settle: fail,
			onEvent: fail,
			onIdle: fail,
			onBusy: fail,
			beforeSessionChange: fail,
			afterSessionChange: fail,
			onHistoryReplaced: fail,
			beforeCompaction: fail,
			duringCompaction: fail,
			afterCompaction: fail,
			dispose: fail,
		};
		const { list, failures } = listOf(broken);
		const signal = AbortSignal.timeout(1000);
		const message = { role: "user", content: "hi", timestamp: 0 } as const;
		const stream = () => {
			throw new Error("not asked here");
		};
		expect(await list.beforePrompt({ message, messages: [], signal })).toEqual([]);
		expect(list.attachments("hi")).toBeUndefined();
		await list.beforeRequest(signal);
		expect(await list.transformContext([message], signal)).toEqual([message]);
		expect(list.wrapStream(stream)).toBe(stream);
		expect(await list.afterToolCall(call, { content: "out" })).toEqual({ content: "out" });
		await list.afterTurn([]);
		const run = { reply: undefined, messages: [], hasQueuedMessages: false, signal, dropReply: () => {} };
		expect(await list.settle(() => run)).toBe(false);
		await list.onEvent({ type: "agent_start" });
		list.onIdle();
		list.onBusy();
		expect(await list.beforeSessionChange({ type: "session_before_branch", entryId: "e" })).toBeUndefined();
		await list.afterSessionChange({ type: "session_clear" });
		list.onHistoryReplaced([], "session");
		expect(await list.beforeCompaction({} as never, { signal })).toBeUndefined();
		expect(await list.duringCompaction({} as never)).toBeUndefined();
		await list.afterCompaction({} as never, { fromExtension: false });
		await list.dispose();
		const points = Object.keys(broken).filter((key) => key !== "name");
		expect(failures.map(({ hook, point }) => `${hook} ${point}`)).toEqual(points.map((point) => `broken ${point}`));
	});

	test("a tool call is refused when a hook fails before it: fail closed", async () => {
		const broken: Hook = {
			name: "guard",
			beforeToolCall: () => Promise.reject(new Error("no policy")),
			approveToolCall: () => Promise.reject(new Error("no policy")),
		};
		const { list, failures } = listOf(broken);
		expect(await list.beforeToolCall(call, AbortSignal.timeout(1000))).toEqual({ refuse: "guard failed: no policy" });
		const signal = AbortSignal.timeout(1000);
		expect(await list.approveToolCall({ call, signal })).toEqual({
			refuse: "guard failed: no policy",
		});
		expect(failures.map(({ point }) => point)).toEqual(["beforeToolCall", "approveToolCall"]);
	});

	test("a hook that exceeds its deadline counts as failed; without one it is waited for", async () => {
		const { promise } = Promise.withResolvers<undefined>();
		const { list, failures } = listOf(
			{ name: "slow", deadlineMs: 1, beforeToolCall: () => promise },
			{ name: "patient", afterTurn: () => Bun.sleep(5) },
		);
		expect(await list.beforeToolCall(call, AbortSignal.timeout(1000))).toEqual({
			refuse: "slow failed: no answer within 1 ms",
		});
		await list.afterTurn([]);
		expect(failures.map(({ hook }) => hook)).toEqual(["slow"]);
	});

	test("the first refusal counts; of several revised arguments the last", async () => {
		const revises = (name: string, value: number): Hook => ({
			name,
			beforeToolCall: () => ({ arguments: { value } }),
		});
		expect(await listOf(revises("a", 1), revises("b", 2)).list.beforeToolCall(call, AbortSignal.timeout(1000))).toEqual(
			{
				arguments: { value: 2 },
			},
		);
		const refuses: Hook = { name: "r", beforeToolCall: () => ({ refuse: "not now" }) };
		expect(
			await listOf(revises("a", 1), refuses, revises("b", 2)).list.beforeToolCall(call, AbortSignal.timeout(1000)),
		).toEqual({
			refuse: "not now",
		});
	});

	test("a prompt is refused only by a hook that may refuse prompts", async () => {
		const { conversation, requests } = scriptedConversation([says("One.")], {
			hooks: [
				() => ({ name: "skipped", beforePrompt: () => Promise.reject(new Error("ignored")) }),
				() => ({ name: "strict", refusesPrompts: true, beforePrompt: () => Promise.reject(new Error("no plan left")) }),
			],
		});
		await expect(conversation.submit({ type: "prompt", text: "go" })).rejects.toThrow("no plan left");
		expect(requests).toEqual([]);
	});
});

describe("hooks of a conversation", () => {
	test("change context, output and the end of a run", async () => {
		let isFirst = true;
		const { conversation, requests } = scriptedConversation(
			[calls({ name: "noop", arguments: {} }), says("a"), says("b")],
			{
				hooks: [
					(live) => ({
						name: "extension",
						beforePrompt: () => [{ role: "developer", content: "ahead", timestamp: 0 }],
						transformContext: (messages) => [...messages, { role: "user", content: "only here", timestamp: 0 }],
						afterToolCall: (_call, output) => ({ ...output, content: `${output.content}!` }),
						settle() {
							if (!isFirst) return "pass";
							isFirst = false;
							live.steer({ role: "user", content: "once more", timestamp: 0 });
							return "continue";
						},
					}),
				],
			},
		);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(requests).toHaveLength(3);
		const sent = (index: number) => JSON.stringify(requests[index]?.context.messages);
		expect(sent(0)).toContain("ahead");
		expect(sent(0)).toContain("only here");
		expect(sent(1)).toContain("nothing happened!");
		expect(sent(2)).toContain("once more");
		expect(JSON.stringify(conversation.messages)).not.toContain("only here");
	});

	test("get an event after the listeners", async () => {
		const order: string[] = [];
		const { conversation } = scriptedConversation([says("a")], {
			hooks: [() => ({ name: "late", onEvent: ({ type }) => void (type === "turn_end" && order.push("hook")) })],
		});
		conversation.subscribe(({ type }) => void (type === "turn_end" && order.push("listener")));
		await conversation.submit({ type: "prompt", text: "go" });
		expect(order).toEqual(["listener", "hook"]);
	});

	test("are disposed with the conversation, even if one of them throws", async () => {
		const disposed: string[] = [];
		const { conversation } = scriptedConversation([], {
			hooks: [
				() => ({ name: "broken", dispose: () => Promise.reject(new Error("stuck")) }),
				() => ({ name: "fine", dispose: () => void disposed.push("fine") }),
			],
		});
		await conversation.dispose();
		expect(disposed).toEqual(["fine"]);
	});
});

describe("a listener that fails", () => {
	const isBroken = (event: ConversationEvent) => event.type === "turn_end" || event.type === "agent_end";

	test.each([
		[
			"throws",
			() => {
				throw new Error("my fault");
			},
		],
		["rejects", () => Promise.reject(new Error("my fault"))],
	] as const)("%s: the others get every event, the prompt resolves, and one notice names it", async (_how, fail) => {
		const { conversation } = scriptedConversation([says("One."), says("Two.")]);
		const heard: ConversationEvent[] = [];
		conversation.subscribe((event) => (isBroken(event) ? fail() : undefined), "the status line");
		conversation.subscribe((event) => void heard.push(event));
		await conversation.submit({ type: "prompt", text: "one" });
		await conversation.submit({ type: "prompt", text: "two" });
		expect(heard.filter(({ type }) => type === "agent_end")).toHaveLength(2);
		const notices = heard.flatMap((event) => (event.type === "notice" ? [event.message] : []));
		expect(notices).toEqual([
			"the status line failed at turn_end: my fault",
			"the status line failed at agent_end: my fault",
		]);
	});

	test("can fail on the notice about itself without an endless loop", async () => {
		const { conversation } = scriptedConversation([says("One.")]);
		const heard: string[] = [];
		conversation.subscribe(() => {
			throw new Error("always");
		}, "broken");
		conversation.subscribe(({ type }) => void heard.push(type));
		conversation.notify("info", "hello");
		await until(() => heard.length >= 2);
		await conversation.submit({ type: "prompt", text: "one" });
		expect(heard).toContain("agent_end");
	});
});
