import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { readTranscript } from "./transcript.ts";

interface RecallQueryOptions {
	readonly turns: number;
	readonly maxChars: number;
	/** Says who has said what. */
	readonly withRoles: boolean;
}

/** The last turns, the newest at the end, cut at the front. */
export function recallQuery(
	messages: readonly AgentMessage[],
	{ turns, maxChars, withRoles }: RecallQueryOptions,
): string {
	const parts = readTranscript(messages, () => undefined);
	const starts = parts.flatMap(({ role }, index) => (role === "user" ? [index] : []));
	const from = starts.at(-Math.max(1, turns)) ?? 0;
	const shown = parts.slice(from).map(({ role, text }) => (withRoles ? `${role}: ${text}` : text));
	return shown.join("\n").trim().slice(-maxChars).toWellFormed();
}
