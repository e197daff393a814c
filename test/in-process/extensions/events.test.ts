import { describe, expect, test } from "bun:test";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

const reads = calls({ name: "read", arguments: { path: "a.txt" } });
const handler = (event: string, body: string) =>
	`export default (pi) => { pi.on("${event}", async (event, ctx) => { ${body} }); };\n`;

describe("events of extensions", () => {
	verifies("extensions:event:sequential", async () => {
		const source = (name: string) => `export default (pi) => {
			for (const n of [1, 2]) pi.on("agent_start", async () => {
				seen.push("begin ${name}" + n); await Bun.sleep(2); seen.push("end ${name}" + n);
			});
		};`;
		await using at = await extendedSession({ "a.ts": source("a"), "b.ts": source("b") }, { answers: [says("Hi.")] });
		await at.prompt("hi");
		const order = ["a1", "a2", "b1", "b2"].flatMap((name) => [`begin ${name}`, `end ${name}`]);
		expect(at.seen).toEqual(order);
	});

	verifies("extensions:event:before-agent-start", async () => {
		const source = (text: string) =>
			handler(
				"before_agent_start",
				`seen.push([event.prompt, event.systemPrompt.length]);
				return { message: { customType: "t", content: "note ${text}", display: false },
					systemPrompt: [...event.systemPrompt.slice(-1), "rule ${text}"] };`,
			);
		const sources = { "a.ts": source("a"), "b.ts": source("b") };
		await using at = await extendedSession(sources, { answers: [reads, says("One."), says("Two.")] });
		await at.prompt("go");
		const [first, second] = at.requests;
		expect(first?.context.systemPrompt).toEqual(["rule a", "rule b"]);
		expect(second?.context.systemPrompt).toEqual(["rule a", "rule b"]);
		const sent = at.sent()[0] ?? "";
		expect(["go", "note a", "note b"].map((text) => sent.indexOf(text))).toEqual(
			["go", "note a", "note b"].map((text) => sent.indexOf(text)).toSorted((one, other) => one - other),
		);
		expect(sent).toContain("note b");
		expect(at.seen.map((pair) => (pair as unknown[])[0])).toEqual(["go", "go"]);
		at.extensions.unload();
		await at.prompt("again");
		expect(at.requests.at(-1)?.context.systemPrompt).not.toContain("rule b");
	});

	verifies("extensions:event:context", async () => {
		const add = (text: string) =>
			handler(
				"context",
				`event.messages.at(-1).content = "spoiled"; seen.push(event.messages.length);
				return { messages: [...event.messages.slice(0, -1), { role: "user", content: "${text}", timestamp: 0 }] };`,
			);
		await using at = await extendedSession({ "a.ts": add("one"), "b.ts": add("two") }, { answers: [says("A.")] });
		await at.prompt("secret words");
		expect(at.sent()[0]).toContain("two");
		expect(at.sent()[0]).not.toContain("secret words");
		expect(JSON.stringify(at.session.conversation.messages)).toContain("secret words");
		expect(JSON.stringify(at.session.conversation.messages)).not.toContain("spoiled");
	});

	verifies("extensions:event:input", async () => {
		const sources = {
			"a.ts": handler("input", "return event.text === 'stop' ? { handled: true } : { text: event.text + ' a' };"),
			"b.ts": handler("input", "seen.push([event.text, event.source]); return { text: event.text + ' b' };"),
		};
		await using at = await extendedSession(sources);
		const { conversation } = at.session;
		const delivered: string[] = [];
		const deliver = async (input: { text: string }) => void delivered.push(input.text);
		for (const text of ["x", "stop"]) await conversation.submit({ type: "input", text, source: "rpc", deliver });
		expect(delivered).toEqual(["x a b"]);
		expect(at.seen).toEqual([["x a", "rpc"]]);
	});

	test("session_stop goes on with the first reason, at most eight times", async () => {
		const sources = {
			"a.ts": handler(
				"session_stop",
				"seen.push(event.stop_hook_active); return { decision: 'block', reason: 'more' };",
			),
		};
		const answers = Array.from({ length: 12 }, (_, index) => says(`Reply ${index}.`));
		await using at = await extendedSession(sources, { answers });
		await at.prompt("go");
		expect(at.requests).toHaveLength(9);
		expect(at.seen).toEqual([false, ...Array.from({ length: 7 }, () => true)]);
		expect(at.sent()[1]).toContain("more");
	});

	verifies("extensions:event:session-cancel", async () => {
		const config = "compaction: { keepRecentTokens: 1 }\n";
		const source = `export default (pi) => {
			for (const name of ["session_before_switch", "session_before_branch", "session_before_tree", "session_before_compact"])
				pi.on(name, (event) => { seen.push(event.type); return { cancel: true }; });
			for (const [name, run] of Object.entries({
				fresh: (ctx) => ctx.newSession(),
				branch: (ctx) => ctx.branch(ctx.sessionManager.getBranch().find((e) => e.message?.role === "user").id),
				tree: (ctx) => ctx.navigateTree(ctx.sessionManager.getBranch().find((e) => e.message?.role === "user").id),
			})) pi.registerCommand(name, { handler: async (_args, ctx) => { seen.push(await run(ctx)); } });
		};`;
		await using at = await extendedSession({ "a.ts": source }, { answers: [says("A."), says("B.")], config });
		await at.prompt("one");
		await at.prompt("two");
		const { id } = at.session.log;
		for (const name of ["fresh", "branch", "tree"]) await at.command(name);
		const cancelled = { cancelled: true };
		expect(at.seen).toEqual([
			"session_before_switch",
			cancelled,
			"session_before_branch",
			cancelled,
			"session_before_tree",
			cancelled,
		]);
		expect(at.session.log.id).toBe(id);
		expect(at.session.conversation.messages).toHaveLength(4);
		await at.session.conversation.compact().catch(() => {});
		expect(at.seen.at(-1)).toBe("session_before_compact");
		expect(at.failures).toEqual([]);
	});
});

describe("tool calls", () => {
	verifies("extensions:tool-call:block", async () => {
		const sources = {
			"throws.ts": handler("tool_call", "if (event.input.path === 'throw') throw new Error('broke');"),
			"hangs.ts": handler("tool_call", "if (event.input.path === 'hang') await new Promise(() => {});"),
			"blocks.ts": handler(
				"tool_call",
				"if (event.input.path === 'block') return { block: true, reason: 'Not today.' };",
			),
			"after.ts": handler("tool_call", "seen.push(event.input.path);"),
		};
		const call = (path: string) => calls({ name: "read", arguments: { path } });
		const answers = ["throw", "hang", "block", "a.txt"].flatMap((path) => [call(path), says("ok")]);
		const config = "tools: { approvalMode: yolo }\nextensionHandlers: { toolCallTimeoutMs: 50 }\n";
		await using at = await extendedSession(sources, { answers, config });
		for (const name of ["1", "2", "3", "4"]) await at.prompt(name);
		const results = at.requests
			.map(({ context }) => context.messages.at(-1))
			.filter((message) => message?.role === "toolResult")
			.map((message) => JSON.stringify(message?.content));
		expect(results[0]).toContain(`Extension ${at.files.file("extensions/throws.ts")} failed: broke`);
		expect(results[1]).toContain(`Extension ${at.files.file("extensions/hangs.ts")} failed: no answer within 50 ms`);
		expect(results[2]).toContain("Not today.");
		expect(results[3]).toContain("alpha");
		expect(at.seen).toEqual(["a.txt"]);
		expect(at.failures).toEqual(["throws.ts tool_call: broke", "hangs.ts tool_call: no answer within 50 ms"]);
	});

	verifies("extensions:tool-call:timeout-excludes-dialogs", async () => {
		const sources = {
			"a.ts": handler("tool_call", "if (!(await ctx.ui.confirm('Sure?', 'Really?'))) return { block: true };"),
		};
		const { promise, resolve } = Promise.withResolvers<boolean>();
		const { headlessUi } = await import("../../../packages/coding-agent/src/features/extensions/api/headless-ui.ts");
		const ui = { ...headlessUi, confirm: () => promise };
		const config = "tools: { approvalMode: yolo }\nextensionHandlers: { toolCallTimeoutMs: 20 }\n";
		await using at = await extendedSession(sources, { answers: [reads, says("ok")], config, front: { ui } });
		const running = at.prompt("read");
		await Bun.sleep(100);
		resolve(true);
		await running;
		expect(at.sent()[1]).toContain("alpha");
		expect(at.failures).toEqual([]);
	});

	verifies("extensions:tool-result:middleware", async () => {
		const sources = {
			"a.ts": handler("tool_result", "return { content: [{ type: 'text', text: 'one' }], isError: true };"),
			"b.ts": handler(
				"tool_result",
				"seen.push([event.content[0].text, event.isError]); return { content: [{ type: 'text', text: 'two' }], isError: false };",
			),
		};
		await using at = await extendedSession(sources, { answers: [reads, says("ok")] });
		await at.prompt("read");
		expect(at.seen).toEqual([["one", true]]);
		const result = at.requests[1]?.context.messages.at(-1);
		expect(result).toMatchObject({ role: "toolResult", isError: false });
		expect(JSON.stringify(result)).toContain("two");
	});
});
