import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { outsideSources } from "@oh-my-pi/pi-agent-core/tools/outside-sources";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { HookFactory } from "../kernel/conversation-options.ts";
import { isSummary } from "./outside-places.ts";
import type { OutsideTracker } from "./outside-tracker.ts";

/** Entries of a resumed session that are looked at, from the end: it can have a million. */
const maxEntries = 4000;

/** Notes what the calls of a conversation bring in from outside. The model has no say in it. */
export function trackingHook(name: string, tracker: OutsideTracker): HookFactory {
	let isKnown = false;
	return (live) => ({
		name,
		beforePrompt({ messages }) {
			// What a compaction before the session was resumed has replaced is only in the log.
			if (!isKnown && messages.some(isSummary)) tracker.note(readMessages(live.log));
			tracker.note(messages);
			isKnown = true;
			return undefined;
		},
		afterToolCall(call, { details }) {
			tracker.add(outsideSources(call.tool, call.arguments, details));
			return undefined;
		},
		onHistoryReplaced(_messages, cause) {
			if (cause !== "session") return;
			tracker.clear();
			isKnown = false;
		},
	});
}

function readMessages(log: SessionLog): readonly AgentMessage[] {
	return log
		.path()
		.slice(-maxEntries)
		.flatMap((step) => {
			const entry = step.type === "message" ? step.entry() : undefined;
			return entry?.type === "message" ? [entry.message as AgentMessage] : [];
		});
}
