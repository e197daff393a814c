import { expect, test } from "bun:test";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

const names =
	`session_start input before_agent_start agent_start context turn_start message_start message_update message_end
	before_provider_request after_provider_response tool_call tool_execution_start tool_approval_requested tool_approval_resolved
	tool_execution_update tool_result tool_execution_end turn_end session_stop agent_end session_shutdown`.split(/\s+/);

/** Says each event on stderr, one line each; several updates in a row are one. */
const source = `let last = "";
export default (pi) => {
	for (const name of ${JSON.stringify(names)}) pi.on(name, async (event) => {
		await Bun.sleep(1);
		const line = name + (event.message ? ":" + event.message.role : "");
		if (line !== last || !name.endsWith("_update")) console.error("event", line);
		last = line;
	});
};`;

const eventsIn = (stderr: string) => [...stderr.matchAll(/^event (.+)$/gm)].map(([, line]) => line);

verifies("extensions:event:order", async () => {
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "Say hi", command: "echo hi" }), text("Done.")],
		files: { "x.ts": source },
	});
	const { stderr, stdout } = await omp.run(["-e", "x.ts", "-p", "go"]);
	expect(stdout).toBe("Done.\n");
	const request = ["before_provider_request", "after_provider_response"];
	expect(eventsIn(stderr).filter((line) => line !== "tool_execution_update")).toEqual([
		"session_start",
		"input",
		"before_agent_start",
		"agent_start",
		"context",
		"turn_start",
		"message_start:user",
		"message_end:user",
		...request,
		"message_start:assistant",
		"message_update:assistant",
		"tool_call",
		"message_end:assistant",
		"tool_execution_start",
		"tool_result",
		"tool_execution_end",
		"message_start:toolResult",
		"message_end:toolResult",
		"turn_end:assistant",
		"context",
		"turn_start",
		...request,
		"message_start:assistant",
		"message_update:assistant",
		"message_end:assistant",
		"turn_end:assistant",
		"session_stop",
		"agent_end",
		"session_shutdown",
	]);
});

test("all calls of a reply are asked about before one of them runs, and approval comes between start and result", async () => {
	const watch = `export default (pi) => {
		for (const name of ["tool_call", "message_end", "tool_execution_start", "tool_approval_requested", "tool_approval_resolved", "tool_result", "tool_execution_end"])
			pi.on(name, (event) => { if (event.message?.role !== "user") seen.push(name + " " + (event.toolCallId ?? event.message.role)); });
	};`;
	const two = calls(
		{ name: "bash", arguments: { command: "true" }, id: "one" },
		{ name: "bash", arguments: { command: "true" }, id: "two" },
	);
	await using at = await extendedSession(
		{ "a.ts": watch },
		{ answers: [two, says("ok")], config: "tools: { approvalMode: always-ask }\n" },
	);
	at.session.frontEnd.connect({ approve: async () => ({ choice: "approve" }) });
	await at.prompt("go");
	expect(at.seen.slice(0, 3)).toEqual(["tool_call one", "tool_call two", "message_end assistant"]);
	const ofOne = at.seen.filter((line) => String(line).endsWith(" one"));
	expect(ofOne).toEqual([
		"tool_call one",
		"tool_execution_start one",
		"tool_approval_requested one",
		"tool_approval_resolved one",
		"tool_result one",
		"tool_execution_end one",
	]);
});
