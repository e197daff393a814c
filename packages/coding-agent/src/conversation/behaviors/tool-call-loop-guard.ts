import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../event/event.ts";
import { hiddenNote } from "../history/hidden-note.ts";
import type { Hook } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";

/** A call that failed this often in a row will not succeed. */
const maxFailures = 5;

/** Warns a model that repeats the same call, and ends the run when that call only fails. */
export function toolCallLoopGuard(
	options: { readonly threshold: number; readonly exemptTools?: readonly string[] },
	live: Pick<LiveContext, "steer" | "notify" | "stopRun" | "now">,
) {
	let lastCall = "";
	let repeats = 0;
	let failures = 0;
	return {
		name: "tool-call-loop-guard",
		onEvent(event: ConversationEvent) {
			if (event.type === "message_end" && event.message.role === "user") {
				repeats = 0;
				failures = 0;
			}
			if (event.type !== "turn_end") return;
			const failed = new Set(event.toolResults.flatMap((result) => (result.isError ? [result.toolCallId] : [])));
			for (const call of toolCallsOf(event.message)) {
				const fingerprint = fingerprintOf(call);
				const isRepeated = fingerprint === lastCall;
				lastCall = fingerprint;
				failures = failed.has(call.id) ? (isRepeated ? failures + 1 : 1) : 0;
				if (failures >= maxFailures) {
					const message = `Stopped: the same ${call.name} call failed ${failures} times in a row`;
					repeats = 0;
					failures = 0;
					live.notify("warning", message);
					live.stopRun(message);
					return;
				}
				if (options.exemptTools?.includes(call.name)) continue;
				repeats = isRepeated ? repeats + 1 : 1;
				if (repeats !== options.threshold) continue;
				repeats = 0;
				live.notify("warning", `The model made the same ${call.name} call ${options.threshold} times in a row`);
				live.steer(hiddenNote("tool-call-loop-redirect", redirection(call, options.threshold), live.now()));
			}
		},
	} satisfies Hook;
}

function fingerprintOf(call: ToolCall): string {
	return `${call.name} ${JSON.stringify(sorted(call.arguments))}`;
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, item]) => [key, sorted(item)]),
	);
}

function redirection(call: ToolCall, times: number): string {
	return [
		'<system-interrupt reason="tool_call_loop_detected">',
		`You have called ${call.name} with the same arguments ${times} times in a row. The result will not change.`,
		"Say what you expected, then try something else or ask the user.",
		"</system-interrupt>",
	].join("\n");
}
