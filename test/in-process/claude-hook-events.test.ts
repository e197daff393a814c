import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { newSession } from "../../packages/coding-agent/src/conversation/operations/new-session.ts";
import { openClaudeHooks } from "../../packages/coding-agent/src/features/claude-hooks/open-claude-hooks.ts";
import { openConversation } from "../../packages/coding-agent/src/workbench/open/open-conversation.ts";
import { scriptedWorkbench } from "../extending/scripted-workbench.ts";

/** Some events have nothing to match, and people write a matcher all the same. */
const matcherOf = (event: string) => (event === "Stop" || event === "UserPromptSubmit" ? { matcher: "whatever" } : {});

/** A conversation whose user has these hooks; what they are given is in `given()`, one event a line. */
async function hooked(events: Readonly<Record<string, string>>, answers: readonly ScriptedAnswer[], config?: string) {
	const at = await scriptedWorkbench(answers, { config: config ?? "tools: { approvalMode: yolo }\n" });
	const { cwd, home } = at.workbench.host;
	const log = join(cwd, "events");
	const keep = `{ tr -d '\\n'; echo; } >> ${log}`;
	const hooks = Object.fromEntries(
		Object.entries(events).map(([event, after]) => [
			event,
			[{ ...matcherOf(event), hooks: [{ type: "command", command: `${keep}; ${after}` }] }],
		]),
	);
	await mkdir(join(home, ".claude"), { recursive: true });
	await Bun.write(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
	openClaudeHooks(at.workbench, () => {}).attach(at.session);
	const given = async () => {
		const text = await Bun.file(log)
			.text()
			.catch(() => "");
		return text
			.trim()
			.split("\n")
			.filter(Boolean)
			.map((line): Record<string, unknown> => JSON.parse(line));
	};
	return { ...at, given, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

test("PreCompact is told how it began, and may stop a compaction", async () => {
	await using at = await hooked({ PreCompact: "echo 'not now' >&2; exit 2" }, [says("A."), says("B."), says("C.")]);
	const notices: string[] = [];
	at.session.conversation.subscribe((event) => void (event.type === "notice" && notices.push(event.message)));
	// Recent messages are kept, so there must be older ones.
	for (const which of ["one", "two", "three"]) await at.prompt(`${which} ${"word ".repeat(30_000)}`);
	await at.session.conversation.compact("the tests").catch(() => {});
	expect(await at.given()).toMatchObject([
		{ hook_event_name: "PreCompact", trigger: "manual", custom_instructions: "the tests" },
	]);
	expect(notices.join()).toContain("Compaction was stopped: not now");
	expect(at.requests).toHaveLength(3);
});

test("Notification is told when the user is asked for permission", async () => {
	const answers = [calls({ name: "bash", arguments: { command: "touch x" } }), says("ok")];
	await using at = await hooked({ Notification: "true" }, answers, "tools: { approvalMode: always-ask }\n");
	at.session.frontEnd.connect({ approve: async () => ({ choice: "deny" }) });
	await at.prompt("go");
	await until(async () => (await at.given()).length > 0);
	expect(await at.given()).toMatchObject([
		{
			hook_event_name: "Notification",
			notification_type: "permission_prompt",
			message: expect.stringContaining("bash"),
		},
	]);
});

test("PermissionRequest answers the question in place of the user", async () => {
	const answer = (decision: object) =>
		`echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } })}'`;
	const allows = answer({ behavior: "allow" });
	const denies = answer({ behavior: "deny", message: "not on Fridays" });
	const asked: string[] = [];
	for (const after of [allows, denies, "true"]) {
		const answers = [calls({ name: "bash", arguments: { command: "touch ran" } }), says("ok")];
		await using at = await hooked({ PermissionRequest: after }, answers, "tools: { approvalMode: always-ask }\n");
		at.session.frontEnd.connect({
			approve: async () => {
				asked.push(after);
				return { choice: "deny" };
			},
		});
		await at.prompt("go");
		expect(await at.given()).toMatchObject([
			{ hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "touch ran" } },
		]);
		expect(await Bun.file(join(at.workbench.host.cwd, "ran")).exists()).toBe(after === allows);
		if (after === denies) expect(JSON.stringify(at.requests[1]?.context.messages)).toContain("not on Fridays");
	}
	expect(asked).toEqual(["true"]);
});

test("SubagentStart is for child conversations, and what it adds is for them", async () => {
	const adds = `echo '{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"Mind the gap."}}'`;
	await using at = await hooked({ SubagentStart: adds, Setup: "true" }, [says("child"), says("main")]);
	const { workbench, session } = at;
	const environment = fileEnvironment(workbench.host, workbench.agentDir);
	const child = await openConversation(workbench, {
		id: "Scout",
		parent: session.conversation,
		log: inMemorySession(environment, { cwd: workbench.host.cwd }),
	});
	await child.conversation.submit({ type: "prompt", text: "work" });
	await at.prompt("go");
	expect(await at.given()).toMatchObject([{ hook_event_name: "SubagentStart", agent_id: "Scout" }]);
	const texts = at.requests.map(({ context }) => JSON.stringify(context.messages).includes("Mind the gap."));
	expect(texts).toEqual([true, false]);
});

test("SubagentStop is for child conversations, Stop for the user's", async () => {
	const once = `grep -q '"stop_hook_active":true' events || { echo 'look again' >&2; exit 2; }`;
	await using at = await hooked({ SubagentStop: once, Stop: "true" }, [
		says("child"),
		says("child again"),
		says("main"),
	]);
	const { workbench, session } = at;
	const environment = fileEnvironment(workbench.host, workbench.agentDir);
	const child = await openConversation(workbench, {
		id: "Scout",
		parent: session.conversation,
		log: inMemorySession(environment, { cwd: workbench.host.cwd }),
	});
	await child.conversation.submit({ type: "prompt", text: "work" });
	await at.prompt("go");
	const seen = (await at.given()).map(({ hook_event_name, agent_id, stop_hook_active }) => [
		hook_event_name,
		agent_id,
		stop_hook_active,
	]);
	expect(seen).toEqual([
		["SubagentStop", "Scout", false],
		["SubagentStop", "Scout", true],
		["Stop", undefined, false],
	]);
	expect(JSON.stringify(at.requests[1]?.context.messages)).toContain("look again");
});

test("a new session ends the old one for hooks, and starts with `clear`", async () => {
	await using at = await hooked({ SessionStart: "true", SessionEnd: "true" }, [says("A."), says("B.")]);
	await at.prompt("one");
	await newSession(at.session.conversation);
	await at.prompt("two");
	const seen = (await at.given()).map(({ hook_event_name, source, reason }) => [hook_event_name, source ?? reason]);
	expect(seen).toEqual([
		["SessionStart", "startup"],
		["SessionEnd", "clear"],
		["SessionStart", "clear"],
	]);
});

test("an abort ends a hook that runs, and the call is not made", async () => {
	const answers = [calls({ name: "bash", arguments: { command: "touch ran" } }), says("ok")];
	await using at = await hooked({ PreToolUse: "sleep 600" }, answers);
	const running = at.prompt("go");
	await until(async () => (await at.given()).length > 0);
	await at.session.conversation.submit({ type: "abort" });
	await running;
	expect(await Bun.file(join(at.workbench.host.cwd, "ran")).exists()).toBe(false);
});

test("hooks of a call see the arguments that an extension has made of it", async () => {
	const answers = [calls({ name: "bash", arguments: { command: "echo fine" } }), says("ok")];
	await using at = await hooked({ PreToolUse: "grep -q touch events && exit 2; true" }, answers);
	at.session.conversation.addHook({ name: "other", beforeToolCall: () => ({ arguments: { command: "touch ran" } }) });
	await at.prompt("go");
	const commands = (await at.given()).map(({ tool_input }) => tool_input);
	expect(commands).toEqual([{ command: "echo fine" }, { command: "touch ran" }]);
	expect(await Bun.file(join(at.workbench.host.cwd, "ran")).exists()).toBe(false);
});

test("a queued prompt is judged, too", async () => {
	const answers = [
		calls({ name: "bash", arguments: { command: "until test -e go; do sleep 0.05; done" } }),
		says("ok"),
	];
	await using at = await hooked(
		{ UserPromptSubmit: "tail -1 events | grep -q forbidden && exit 2; echo context for it" },
		answers,
	);
	const { conversation } = at.session;
	const running = at.prompt("begin");
	await until(() => at.requests.length === 1 && conversation.isStreaming);
	const deliver = async ({ text }: { text: string }) => ({ type: "steer", text }) as const;
	for (const text of ["forbidden", "allowed"])
		await conversation.submit({ type: "input", text, source: "rpc", deliver });
	await Bun.write(join(at.workbench.host.cwd, "go"), "");
	await running;
	expect((await at.given()).map(({ prompt }) => prompt)).toEqual(["begin", "forbidden", "allowed"]);
	expect(JSON.stringify(at.requests[1]?.context.messages).split("context for it")).toHaveLength(3);
});
