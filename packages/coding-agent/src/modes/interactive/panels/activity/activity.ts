import type { ScreenEvent } from "../../transcript/reduce/reduce.ts";

/** What is going on, as the loader tells it. */
export interface Activity {
	/** The model or one of its tools is at work, or about to be. */
	readonly isRunning: boolean;
	readonly words: string;
	/** What the calls under way are for, in the order of their beginning. */
	readonly calls: ReadonlyMap<string, string>;
	readonly compaction?: string;
	readonly retry?: {
		readonly attempt: number;
		readonly maxAttempts: number;
		readonly dueAt: number;
		readonly reason: string;
	};
}

export const atRest: Activity = { isRunning: false, words: "", calls: new Map() };

export function activityAfter(current: Activity, event: ScreenEvent, now: number): Activity {
	switch (event.type) {
		case "agent_start":
		case "turn_start":
			return { isRunning: true, words: "Working…", calls: new Map() };
		case "provider_silent":
			return withWords(current, silenceText(event));
		case "message_update":
			return withWords(current, event.assistantMessageEvent.type.startsWith("thinking") ? "Thinking…" : "Working…");
		case "tool_execution_start": {
			const purpose = event.intent || `Running ${event.toolName}…`;
			return { ...current, calls: new Map([...current.calls, [event.toolCallId, purpose]]) };
		}
		case "tool_execution_end":
			return { ...current, calls: new Map([...current.calls].filter(([id]) => id !== event.toolCallId)) };
		case "auto_compaction_start":
			return { ...current, compaction: event.action === "handoff" ? "Handing off…" : "Compacting…" };
		case "auto_compaction_end":
			return withoutWaits(current);
		case "auto_retry_start": {
			const { attempt, maxAttempts, delayMs, errorMessage: reason } = event;
			return { ...withoutWaits(current), retry: { attempt, maxAttempts, dueAt: now + delayMs, reason } };
		}
		case "auto_retry_end":
			return withoutWaits(current);
		case "agent_end":
			return atRest;
		default:
			return current;
	}
}

export function isBusy({ isRunning, compaction, retry }: Activity): boolean {
	return isRunning || compaction !== undefined || retry !== undefined;
}

/** What the loader says; a wait tells how long it still takes. */
export function activityText({ words, calls, compaction, retry }: Activity, now: number): string {
	if (compaction !== undefined) return `${compaction} (esc to cancel)`;
	if (retry) {
		const seconds = Math.max(0, Math.ceil((retry.dueAt - now) / 1000));
		return `Retrying (${retry.attempt}/${retry.maxAttempts}) in ${seconds}s… (esc to cancel)`;
	}
	return [...calls.values()].at(-1) ?? words;
}

/** A wait that may be the network's fault, or just a slow model. */
function silenceText({ host, isReachable }: Extract<ScreenEvent, { type: "provider_silent" }>): string {
	return isReachable ? `No answer from ${host} yet…` : `No connection to ${host}. Check the network and proxy…`;
}

/** The same activity while nothing changes, which is so for nearly every piece of a reply. */
function withWords(current: Activity, words: string): Activity {
	return current.words === words ? current : { ...current, words };
}

function withoutWaits({ isRunning, words, calls }: Activity): Activity {
	return { isRunning, words, calls };
}
