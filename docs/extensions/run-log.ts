import { appendFileSync } from "node:fs";
import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Writes what happens into `run-log.jsonl` (or `$RUN_LOG`): one line for each event, with the time since the start. */
export default function (pi: ExtensionAPI): void {
	const start = performance.now();
	const file = process.env.RUN_LOG ?? "run-log.jsonl";
	const write = (event: string, more: object = {}) => {
		const line = JSON.stringify({ ms: Math.round(performance.now() - start), event, ...more });
		appendFileSync(file, `${line}\n`);
	};

	pi.on("session_start", (_event, { mode, hasUI }) => write("session_start", { mode, hasUI }));
	pi.on("session_shutdown", () => write("session_shutdown"));
	pi.on("agent_start", () => write("agent_start"));
	pi.on("agent_end", ({ messages }) => write("agent_end", { messages: messages.length }));
	pi.on("turn_start", ({ turnIndex }) => write("turn_start", { turnIndex }));
	pi.on("turn_end", ({ turnIndex, toolResults }) => write("turn_end", { turnIndex, calls: toolResults.length }));
	pi.on("message_start", ({ message }) => write("message_start", { role: message.role }));
	pi.on("message_end", ({ message }) => write("message_end", { role: message.role }));
	pi.on("tool_execution_start", ({ toolName, args }) => write("tool_execution_start", { toolName, args }));
	pi.on("tool_execution_end", ({ toolName, isError }) => write("tool_execution_end", { toolName, isError }));
	// These come often: only the first of a message and of a call is written.
	let isStreaming = false;
	pi.on("message_update", () => {
		if (!isStreaming) write("message_update");
		isStreaming = true;
	});
	const running = new Set<string>();
	pi.on("tool_execution_update", ({ toolCallId }) => {
		if (!running.has(toolCallId)) write("tool_execution_update", { toolCallId });
		running.add(toolCallId);
	});
	pi.on("message_end", () => {
		isStreaming = false;
	});

	pi.on("credential_disabled", ({ provider, cause }) => write("credential_disabled", { provider, cause }));
	pi.on("mcp_notification", ({ server, method }) => write("mcp_notification", { server, method }));
	pi.on("ttsr_triggered", ({ rules }) => write("ttsr_triggered", { rules: rules.map(({ name }) => name) }));
	pi.on("goal_updated", ({ goal }) => write("goal_updated", { goal: goal?.objective }));
	pi.on("auto_retry_start", ({ attempt, errorMessage }) => write("auto_retry_start", { attempt, errorMessage }));
	pi.on("auto_compaction_start", ({ reason }) => write("auto_compaction_start", { reason }));
}
