import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { rpcCommands } from "../../packages/coding-agent/src/modes/rpc/command-list.ts";

/** Required fields of commands. */
const fields: Readonly<Record<string, object>> = {
	negotiate_protocol: { protocolVersion: 2 },
	prompt: { message: "go" },
	steer: { message: "this" },
	follow_up: { message: "that" },
	abort_and_prompt: { message: "instead" },
	set_todos: { phases: [] },
	set_host_tools: { tools: [] },
	set_host_uri_schemes: { schemes: [] },
	set_subagent_subscription: { level: "progress" },
	get_subagent_messages: { subagentId: "nobody" },
	set_fast_mode: { enabled: false },
	set_model: { provider: "acme", modelId: "a-2" },
	set_thinking_level: { level: "low" },
	set_steering_mode: { mode: "all" },
	set_follow_up_mode: { mode: "all" },
	set_interrupt_mode: { mode: "wait" },
	set_auto_compaction: { enabled: true },
	set_auto_retry: { enabled: true },
	bash: { command: "echo hi" },
	switch_session: { sessionPath: "other.jsonl" },
	branch: { entryId: "nothing" },
	set_session_name: { name: "A name" },
	login: { providerId: "nobody" },
};

/** Commands that fail here, with their errors. */
const refusals: Readonly<Record<string, string>> = {
	get_subagent_messages: "Unknown subagent or session file unavailable: nobody",
	branch: "Invalid entry ID for branching",
	login: "Unknown OAuth provider: nobody",
	compact: "Nothing to compact",
	handoff: "Nothing to hand off (no messages yet)",
};

test("executable: handles every RPC command, and runs a prompt with a tool call", async () => {
	const replies = [toolCall("bash", { i: "say hi", command: "echo hi" }), ...Array(12).fill(text("Done."))];
	await using omp = await ompProject({ replies });
	await using host = rpcHost(omp);
	await host.ask({ id: "run", type: "prompt", message: "say hi" });
	const end = await host.frame({ type: "agent_end" });
	expect((end.messages as Array<{ role: string }>).map(({ role }) => role)).toEqual([
		"user",
		"assistant",
		"toolResult",
		"assistant",
	]);
	await host.ask({ id: "fresh", type: "new_session" });
	const outcomes: Record<string, unknown> = {};
	for (const { name } of rpcCommands) {
		const answer = await host.ask({ id: `c-${name}`, type: name, ...fields[name] });
		outcomes[name] = answer.success ? "answered" : String(answer.error).slice(0, refusals[name]?.length);
		await host.ask({ id: `stop-${name}`, type: "abort" });
		if (name.includes("prompt") || name === "steer" || name === "follow_up")
			await host.ask({ id: `n-${name}`, type: "new_session" });
	}
	const expected = rpcCommands.map(({ name }) => [name, refusals[name] ?? "answered"]);
	expect(outcomes).toEqual(Object.fromEntries(expected));
	expect(await host.end()).toBe(0);
}, 60_000);
