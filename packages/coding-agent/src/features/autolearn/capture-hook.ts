import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { hiddenNote } from "../../conversation/history/hidden-note.ts";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import captureText from "./prompts/capture.md" with { type: "text" };
import reminderText from "./prompts/reminder.md" with { type: "text" };

interface CapturePorts {
	readonly minToolCalls: () => number;
	/** Whether a turn of its own may follow. */
	readonly mayContinue: () => boolean;
	/** Whether there is a backend for lessons. */
	readonly hasMemory: () => boolean;
	/** Whether a lesson was stored since this was asked the last time. */
	readonly takeStored: () => boolean;
}

/** After a turn with many tool calls: a reminder with the next prompt, or one turn that only stores lessons. */
export function captureHook(live: LiveContext, ports: CapturePorts): Hook {
	let pending: number | undefined;
	let hasAsked = false;
	const tools = () => (ports.hasMemory() ? "`learn` or `manage_skill`" : "`manage_skill`");
	return {
		name: "autolearn",
		order: hookOrder.goal + 10,
		beforePrompt({ message }) {
			if (message.role !== "user" || message.attribution === "agent") return undefined;
			hasAsked = false;
			ports.takeStored();
			const count = pending;
			pending = undefined;
			if (count === undefined) return undefined;
			const text = renderPrompt(reminderText, { count: String(count), tools: tools() });
			return [hiddenNote("autolearn-reminder", text, live.now())];
		},
		settle(run) {
			const count = countCalls(run);
			if (count === undefined || hasAsked || count < ports.minToolCalls() || ports.takeStored()) return "pass";
			hasAsked = true;
			if (!ports.mayContinue()) {
				pending = count;
				return "pass";
			}
			const text = renderPrompt(captureText, { count: String(count), tools: tools() });
			live.steer(hiddenNote("autolearn-capture", text, live.now()));
			return "continue";
		},
		onHistoryReplaced(_messages, cause) {
			if (cause === "session") pending = undefined;
		},
	};
}

/** Tool results since the user's last message; `undefined` for a run that did not end by itself. */
function countCalls({ reply, messages, signal, hasQueuedMessages }: FinishedRun): number | undefined {
	if (signal.aborted || hasQueuedMessages || reply?.stopReason !== "stop") return undefined;
	const last = messages.findLastIndex(isUserMessage);
	return messages.slice(last + 1).filter(({ role }) => role === "toolResult").length;
}

function isUserMessage(message: AgentMessage): boolean {
	return message.role === "user" && message.attribution !== "agent";
}
