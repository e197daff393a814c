import type { AssistantMessage, ToolResultMessage, UserMessage } from "@oh-my-pi/pi-ai/message";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";

export const testHost = {
	cwd: "/work",
	home: "/home/ada",
	env: {},
	now: () => Date.UTC(2026, 10, 15),
	newId: () => Bun.randomUUIDv7(),
};

export function testLog(): SessionLog {
	return inMemorySession(fileEnvironment(testHost, "/home/ada/.omp/agent"), { cwd: testHost.cwd });
}

export function user(text: string): UserMessage {
	return { role: "user", content: [{ type: "text", text }], attribution: "user", timestamp: 0 };
}

export function assistant(
	text: string,
	calls: ReadonlyArray<{ name: string; arguments: Record<string, unknown>; id?: string }> = [],
	overrides: Partial<AssistantMessage> = {},
): AssistantMessage {
	const content = [
		...(text ? [{ type: "text" as const, text }] : []),
		...calls.map((call, index) => ({ type: "toolCall" as const, id: `call_${index}`, ...call })),
	];
	const stopReason = calls.length > 0 ? "toolUse" : "stop";
	return replyMessage(content, { api: "scripted", provider: "test", model: "scripted", stopReason, ...overrides });
}

export function result(text: string, toolName = "read", overrides: Partial<ToolResultMessage> = {}): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId: "call_0",
		toolName,
		content: [{ type: "text", text }],
		isError: false,
		timestamp: 0,
		...overrides,
	};
}

/** About this many tokens of text. */
export function tokens(count: number): string {
	return "word ".repeat(Math.ceil((count * 4) / 5)).slice(0, count * 4);
}
