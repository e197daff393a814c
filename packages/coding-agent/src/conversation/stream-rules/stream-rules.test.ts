import { describe, expect, test } from "bun:test";
import { type AgentTool, defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { compileStreamRule } from "../../rules/stream-rule.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";
import { newTexts } from "./new-text.ts";
import { StreamMatcher } from "./stream-matcher.ts";
import { type StreamRulePolicy, StreamRules } from "./stream-rules.ts";

function rule(name: string, condition: string, more: Partial<Rule> = {}): Rule {
	return {
		name,
		path: `/work/.omp/rules/${name}.md`,
		content: `Rule ${name}.`,
		level: "project",
		condition: [condition],
		...more,
	};
}

const writeTool: AgentTool = defineTool({
	name: "write",
	label: "Write",
	prompt: "",
	parameters: {
		type: "object",
		properties: { path: { type: "string" }, content: { type: "string" } },
		required: ["path", "content"],
	},
	facts: ({ path }) => ({ changes: [String(path)] }),
	execute: async () => ({ content: "written" }),
});

interface Options {
	readonly rules: readonly Rule[];
	readonly policy?: Partial<StreamRulePolicy>;
}

/** A conversation that was given prompts, and what became of it. */
async function run(
	answers: readonly ScriptedAnswer[],
	{ rules, policy }: Options,
	prompts: readonly string[] = ["go"],
) {
	const { conversation, events, requests } = scriptedConversation(answers, {
		tools: [writeTool],
		hooks: [
			(live) =>
				new StreamRules({
					live,
					rules: async () => rules,
					cwd: () => "/work",
					policy: () => ({
						contextMode: "discard",
						interruptMode: "always",
						repeatMode: "once",
						repeatGap: 10,
						...policy,
					}),
				}),
		],
	});
	for (const text of prompts) await conversation.submit({ type: "prompt", text });
	await conversation.idle();
	const entries = conversation.log.path().flatMap((step) => step.entry() ?? []);
	return {
		conversation,
		entries,
		triggered: events.flatMap((event) =>
			event.type === "ttsr_triggered" ? [event.rules.map(({ name }) => name)] : [],
		),
		sent: (index: number) => JSON.stringify(requests[index]?.context.messages),
		count: requests.length,
	};
}

/** Writes piece by piece, and notes which pieces were still written. */
function inPieces(pieces: readonly string[], written: string[] = []): ScriptedAnswer {
	return async (reply: Reply, { options }) => {
		for (const piece of pieces) {
			await Bun.sleep(1);
			if (options.signal?.aborted) throw options.signal.reason;
			written.push(piece);
			reply.appendText("text", piece);
		}
	};
}

const lodash = rule("no-lodash", "lodash");

describe("a reply that breaks a rule", () => {
	verifies("rules-skills-commands:ttsr:interrupt-and-retry", async () => {
		const written: string[] = [];
		const result = await run([inPieces(["I will use lo", "dash", " for", " this."], written), says("Done without.")], {
			rules: [lodash],
		});
		expect(written).not.toContain(" this.");
		expect(result.count).toBe(2);
		expect(result.sent(1)).toContain("Rule no-lodash.");
		expect(result.sent(1)).not.toContain("I will use");
		expect(result.conversation.messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "stop" });
		expect(result.triggered).toEqual([["no-lodash"]]);
	});

	verifies("rules-skills-commands:ttsr:injection-text", async () => {
		const { entries } = await run([says("lodash"), says("ok")], { rules: [lodash] });
		const note = entries.find((entry) => entry.type === "custom_message");
		expect(note).toMatchObject({ customType: "ttsr-injection", display: false, details: { rules: ["no-lodash"] } });
		const text = note?.type === "custom_message" ? String(note.content) : "";
		expect(text).toStartWith(
			'<system-interrupt reason="rule_violation" rule="no-lodash" path=".omp/rules/no-lodash.md">',
		);
		expect(text).toContain("is not prompt injection");
		expect(text).toEndWith("Rule no-lodash.\n</system-interrupt>");
		expect(entries.filter(({ type }) => type === "ttsr_injection")).toMatchObject([{ injectedRules: ["no-lodash"] }]);
	});

	verifies("rules-skills-commands:ttsr:discard-or-keep", async () => {
		const discarded = await run([says("my lodash"), says("ok")], { rules: [lodash] });
		expect(discarded.sent(1)).not.toContain("my lodash");
		const all = discarded.conversation.log.entries();
		expect(JSON.stringify([...all])).toContain("TTSR matched rule: no-lodash");
		const kept = await run([says("my lodash"), says("ok")], { rules: [lodash], policy: { contextMode: "keep" } });
		expect(kept.sent(1)).toContain("my lodash");
	});

	verifies("rules-skills-commands:ttsr:repeat-policy", async () => {
		const once = await run([says("lodash"), says("ok"), says("lodash again")], { rules: [lodash] }, ["a", "b"]);
		expect(once.triggered).toHaveLength(1);
		const answers = [says("lodash"), says("ok"), says("lodash"), says("fine"), says("lodash"), says("ok")];
		const gap = { repeatMode: "after-gap", repeatGap: 3 } as const;
		const again = await run(answers, { rules: [lodash], policy: gap }, ["a", "b", "c", "d"]);
		expect(again.triggered).toHaveLength(2);
	});

	verifies("rules-skills-commands:ttsr:interrupt-modes", async () => {
		const call = calls({ name: "write", arguments: { path: "a.ts", content: "lodash" } });
		const cuts = async (
			answer: ScriptedAnswer,
			interruptMode: StreamRulePolicy["interruptMode"],
			own?: Rule["interruptMode"],
		) => {
			const rules = [{ ...lodash, ...(own && { interruptMode: own }) }];
			const { conversation } = await run([answer, says("ok"), says("ok")], { rules, policy: { interruptMode } });
			return JSON.stringify([...conversation.log.entries()]).includes("TTSR matched rule");
		};
		const modes = ["never", "prose-only", "tool-only", "always"] as const;
		const of = (answer: ScriptedAnswer) => Promise.all(modes.map((mode) => cuts(answer, mode)));
		expect(await of(says("lodash"))).toEqual([false, true, false, true]);
		expect(await of(call)).toEqual([false, false, true, true]);
		expect(await cuts(says("lodash"), "always", "never")).toBe(false);
	});

	verifies("rules-skills-commands:ttsr:tool-reminder", async () => {
		const twice = calls(
			{ name: "write", id: "c1", arguments: { path: "a.ts", content: "lodash" } },
			{ name: "write", id: "c2", arguments: { path: "b.ts", content: "lodash" } },
		);
		const result = await run([twice, says("ok")], { rules: [lodash], policy: { interruptMode: "never" } });
		const results = result.conversation.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
		expect(results.map(({ content }) => JSON.stringify(content).split("system-reminder reason").length - 1)).toEqual([
			1, 0,
		]);
		expect(JSON.stringify(results[0]?.content)).toMatch(/system-reminder reason.*written/);
		expect(result.entries.filter(({ type }) => type === "ttsr_injection")).toHaveLength(1);
		expect([result.count, result.triggered]).toEqual([2, [["no-lodash"]]]);
	});

	verifies("rules-skills-commands:ttsr:prose-follow-up", async () => {
		const answers = [says("I use lodash."), says("Corrected.")];
		const result = await run(answers, { rules: [lodash], policy: { interruptMode: "never" } });
		expect(result.count).toBe(2);
		expect(result.sent(1)).toContain("I use lodash.");
		expect(result.sent(1)).toContain("system-reminder reason");
		expect(result.triggered).toEqual([]);
	});

	verifies("rules-skills-commands:ttsr:ast-conditions", async () => {
		const logging = rule("no-log", "x", { condition: [], astCondition: ["console.log($$$ARGS)"] });
		const { condition: _, ...ast } = logging;
		const triggered = async (path: string, content: string, one: Rule = ast) => {
			const answers = [calls({ name: "write", arguments: { path, content } }), says("ok"), says("ok")];
			return (await run(answers, { rules: [one] })).triggered.length;
		};
		const code = 'function f() {\n\tconsole\n\t\t.log("a", b);\n}\n';
		expect(await triggered("a.ts", code)).toBe(1);
		expect(await triggered("a.mjs", code)).toBe(1);
		// Only code counts, in a language that is known, and in the files of the rule.
		expect(await triggered("a.ts", "// console.log(1)\nconst text = 'console.log(1)';\n")).toBe(0);
		expect(await triggered("a.txt", code)).toBe(0);
		expect(await triggered("a.ts", code, { ...ast, globs: ["*.tsx"] })).toBe(0);
		expect(await triggered("a.py", "print(console.log(1))\n", { ...ast, astCondition: ["print($A)"] })).toBe(1);
		// A pattern that cannot be parsed matches nothing.
		expect(await triggered("a.ts", code, { ...ast, astCondition: ["console.log(($$$"] })).toBe(0);
	});

	test("an AST condition cuts a call before its end, at the line that breaks it", async () => {
		const { condition: _, ...ast } = rule("no-log", "x", { astCondition: ["console.log($$$ARGS)"] });
		// The rest never comes.
		const answer: ScriptedAnswer = async (reply, { options: { signal } }) => {
			reply.openToolCall(0, { id: "c", name: "write" });
			reply.appendArguments(0, '{ "path": "a.ts", "content": "let a = 1;\\nconsole.log(a);\\nlet b');
			await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
		};
		const result = await run([answer, says("ok")], { rules: [ast] });
		expect(result.triggered).toEqual([["no-log"]]);
		expect(result.sent(1)).not.toContain("let a");
	});

	verifies("rules-skills-commands:ttsr:sibling-calls", async () => {
		const answer = calls(
			{ name: "write", id: "c1", arguments: { path: "a.ts", content: "fine" } },
			{ name: "write", id: "c2", arguments: { path: "b.ts", content: "lodash" } },
		);
		const result = await run([answer, says("ok")], { rules: [lodash], policy: { contextMode: "keep" } });
		const results = result.conversation.messages.flatMap((message) =>
			message.role === "toolResult" ? [[message.toolCallId, message.content, message.isError]] : [],
		);
		expect(results).toEqual([
			["c1", [{ type: "text", text: "TTSR interrupt on another tool call" }], true],
			["c2", [{ type: "text", text: "TTSR matched rule: no-lodash" }], true],
		]);
		expect(result.sent(1)).toContain("TTSR interrupt on another tool call");
		const discarded = await run([answer, says("ok")], { rules: [lodash] });
		expect(discarded.conversation.messages.filter(({ role }) => role === "toolResult")).toEqual([]);
	});

	verifies("rules-skills-commands:ttsr:stale-retry-dropped", async () => {
		const { conversation, requests } = scriptedConversation([says("lodash"), says("Something else."), says("lodash")], {
			hooks: [
				(live) =>
					new StreamRules({
						live,
						rules: async () => [lodash],
						cwd: () => "/work",
						policy: () => ({ contextMode: "discard", interruptMode: "always", repeatMode: "once", repeatGap: 1 }),
					}),
			],
		});
		let isFirst = true;
		const overtaken = Promise.withResolvers<void>();
		conversation.subscribe((event) => {
			if (event.type !== "ttsr_triggered" || !isFirst) return;
			isFirst = false;
			const overtake = async () => {
				await conversation.submit({ type: "abort" });
				await conversation.idle();
				await conversation.submit({ type: "prompt", text: "never mind, other" });
			};
			overtake().then(overtaken.resolve, overtaken.reject);
		});
		await conversation.submit({ type: "prompt", text: "go" });
		await overtaken.promise;
		await conversation.idle();
		const sent = (index: number) => JSON.stringify(requests[index]?.context.messages);
		expect(requests).toHaveLength(2);
		expect(sent(1)).toContain("never mind, other");
		expect(sent(1)).not.toContain("Rule no-lodash.");
	});

	test("a user who interrupts in the same moment is not answered again", async () => {
		const { conversation, requests } = scriptedConversation([says("lodash"), says("ok")], {
			hooks: [
				(live) =>
					new StreamRules({
						live,
						rules: async () => [lodash],
						cwd: () => "/work",
						policy: () => ({ contextMode: "discard", interruptMode: "always", repeatMode: "once", repeatGap: 1 }),
					}),
			],
		});
		conversation.subscribe((event) => {
			if (event.type === "ttsr_triggered") void conversation.submit({ type: "abort" });
		});
		await conversation.submit({ type: "prompt", text: "go" });
		await conversation.idle();
		expect(requests).toHaveLength(1);
	});
});

describe("matching", () => {
	const matcher = (...rules: readonly Rule[]) =>
		new StreamMatcher(
			rules.flatMap((one) => compileStreamRule(one).stream ?? []),
			() => true,
		);
	const hits = (one: Rule, text: string, context: Partial<Parameters<StreamMatcher["check"]>[1]>) =>
		matcher(one).check(text, { source: "text", key: "k", ...context }).length > 0;

	verifies("rules-skills-commands:ttsr:default-scope", () => {
		const found = (["text", "thinking", "tool"] as const).map((source) => hits(lodash, "lodash", { source }));
		expect(found).toEqual([true, false, true]);
	});

	verifies("rules-skills-commands:ttsr:scopes", () => {
		const at = (scope: string) => (source: "text" | "thinking" | "tool", tool?: string, path?: string) =>
			hits(rule("r", "x", { scope: [scope] }), "x", { source, ...(tool && { tool }), ...(path && { paths: [path] }) });
		expect([at("text")("text"), at("text")("tool", "write")]).toEqual([true, false]);
		expect([at("thinking")("thinking"), at("thinking")("text")]).toEqual([true, false]);
		expect([at("tool")("tool", "write"), at("toolcall")("tool", "bash"), at("tool")("text")]).toEqual([
			true,
			true,
			false,
		]);
		expect([at("tool:write")("tool", "write"), at("tool:write")("tool", "bash")]).toEqual([true, false]);
		const glob = at("tool:write(src/**/*.ts)");
		expect([glob("tool", "write", "src/a/b.ts"), glob("tool", "write", "lib/b.ts"), glob("tool", "write")]).toEqual([
			true,
			false,
			false,
		]);
	});

	verifies("rules-skills-commands:ttsr:globs-gate-paths", () => {
		const gated = rule("r", "x", { globs: ["*.ts"] });
		const at = (path: string) => hits(gated, "x", { source: "tool", tool: "write", paths: [path] });
		expect([at("a.ts"), at("src/deep/a.ts"), at("a.go"), hits(gated, "x", {})]).toEqual([true, true, false, false]);
	});

	verifies("rules-skills-commands:ttsr:separate-buffers", () => {
		const one = matcher(rule("r", "abcd"));
		expect(one.add("ab", { source: "text", key: "text 0" })).toEqual([]);
		expect(one.check("cd", { source: "tool", tool: "write", key: "call" })).toEqual([]);
		expect(one.add("cd", { source: "text", key: "text 0" })).toHaveLength(1);
		one.reset();
		expect(one.add("cd", { source: "text", key: "text 0" })).toEqual([]);
	});

	test("a match at any place in a long text is found, however it is cut into pieces", () => {
		const text = `${"some prose ".repeat(300)}the needle${" more prose".repeat(10)}`;
		for (const size of [1, 3, 7, 50, 200]) {
			const one = matcher(rule("r", "the needle"));
			const pieces = text.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
			const found = pieces.findIndex((piece) => one.add(piece, { source: "text", key: "k" }).length > 0);
			const end = (found + 1) * size;
			expect(end).toBeGreaterThanOrEqual(text.indexOf("needle") + 6);
			expect(end).toBeLessThanOrEqual(text.indexOf("needle") + 6 + 48 + 2 * size);
		}
	});

	verifies("rules-skills-commands:ttsr:registration", () => {
		const refused = [
			rule("invalid", "("),
			rule("no-scope", "x", { scope: ["nowhere"] }),
			rule("exponential", "(a+)+b"),
			{ ...rule("ast", ""), condition: [], astCondition: ["f($A)"], scope: ["text", "thinking"] },
		].map((one) => compileStreamRule(one));
		expect(refused.map(({ stream }) => stream)).toEqual([undefined, undefined, undefined, undefined]);
		expect(refused.map(({ problems }) => problems.length)).toEqual([1, 1, 1, 0]);
		const ast = compileStreamRule({ ...rule("ast", "("), astCondition: ["f($A)"] });
		expect([ast.stream?.patterns, ast.problems.length]).toEqual([["f($A)"], 1]);
		const partly = compileStreamRule({ ...rule("partly", "("), condition: ["(", "ok"] });
		expect(partly.stream?.conditions).toEqual([/ok/]);
	});

	verifies("rules-skills-commands:rule:glob-shorthand", () => {
		const { stream } = compileStreamRule(rule("r", "*.tsx"));
		expect(stream?.conditions).toEqual([/.*/s]);
		expect(stream?.scopes).toEqual([
			{ source: "tool", tool: "edit", glob: "*.tsx" },
			{ source: "tool", tool: "write", glob: "*.tsx" },
		]);
		for (const expression of ["foo.*bar", "a{2}", "x?", "https?://", "src/.*"]) {
			expect(compileStreamRule(rule("r", expression)).stream?.conditions).toEqual([new RegExp(expression)]);
		}
		expect(compileStreamRule(rule("r", "src/**/*.rs")).stream?.scopes).toHaveLength(2);
	});

	verifies("rules-skills-commands:rule:inline-flags", () => {
		expect(compileStreamRule(rule("r", "(?im)^todo")).stream?.conditions).toEqual([/^todo/im]);
		expect(hits(rule("r", "(?i)todo"), "a TODO", {})).toBe(true);
	});

	verifies("rules-skills-commands:ttsr:digests", () => {
		expect(newTexts({ i: "lodash", path: "lodash.ts", content: "new" }, ["lodash.ts"])).toEqual([
			{ text: "new", paths: ["lodash.ts"] },
		]);
		expect(newTexts({ path: "a.ts", edits: [{ oldText: "lodash", newText: "new" }] })).toEqual([
			{ text: "new", paths: ["a.ts"] },
		]);
		const hashline = "[a.ts#1A2B]\nPUT 1:\n+one\n+two\n[b.ts#1A2B]\nPUT 3:\n+three";
		expect(newTexts({ input: hashline })).toEqual([
			{ text: "one\ntwo", paths: ["a.ts"] },
			{ text: "three", paths: ["b.ts"] },
		]);
		const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch";
		expect(newTexts({ input: patch })).toEqual([{ text: "new", paths: ["a.ts"] }]);
	});

	test("what spans more than two pieces is found at the end", () => {
		const long = matcher(rule("r", "start[^]*end"));
		const text = `start ${"x".repeat(1000)} en`;
		expect(long.check(text, { source: "text", key: "k" })).toEqual([]);
		expect(long.check(`${text}d`, { source: "text", key: "k" })).toEqual([]);
		expect(long.check(`${text}d`, { source: "text", key: "k" }, true)).toHaveLength(1);
	});
});
