import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import { normalizeCall } from "../tools/normalized-call.ts";
import { routeProblem } from "../tools/route-call.ts";
import type { LoopPorts, LoopState } from "./ports.ts";

const refusals = new WeakMap<ToolCall, string>();

/**
 * Asks about the calls of a reply before it is reported as complete and before any of them runs. Revised arguments take the
 * place of those that the model wrote, so that events, approval and the log show what runs.
 */
export async function reviewCalls(
	calls: readonly ToolCall[],
	{ tools }: LoopState,
	{ onToolCallReceived: review, callableTools }: LoopPorts,
	signal: AbortSignal,
): Promise<void> {
	if (!review) return;
	for (const call of calls) {
		// None of them will run.
		if (signal.aborted) return;
		const verdict = await review(normalizeCall(call, tools, callableTools?.()), signal);
		if (verdict && "refuse" in verdict) refusals.set(call, verdict.refuse);
		else if (verdict) call.arguments = verdict.arguments;
	}
}

/** Why a reviewed call must not run. */
export function refusalOf(call: ToolCall): string | undefined {
	return routeProblem(call) ?? refusals.get(call);
}
