import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";

type StartEvent = Extract<AgentEvent, { type: "tool_execution_start" }>;

export interface PendingCall {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args?: Readonly<Record<string, string>>;
	readonly intent?: string;
	readonly startedAt: string;
}

const maxProjectionLength = 500;

/** Logged before a call runs: after a crash it tells an interrupted call from one that never started. */
export function buildPendingCall(event: StartEvent, startedAt: string): PendingCall {
	const args = projection(event.args);
	return {
		toolCallId: event.toolCallId,
		toolName: event.toolName,
		startedAt,
		...(args && { args }),
		...(event.intent && { intent: event.intent }),
	};
}

function projection(args: unknown): Record<string, string> | undefined {
	if (typeof args !== "object" || args === null) return undefined;
	const short: Record<string, string> = {};
	for (const name of ["command", "path"]) {
		const value = (args as Record<string, unknown>)[name];
		if (typeof value === "string") short[name] = value.slice(0, maxProjectionLength);
	}
	return Object.keys(short).length > 0 ? short : undefined;
}
