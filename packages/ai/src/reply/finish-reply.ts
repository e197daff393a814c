import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { encodeErrorId, ProviderError } from "../errors/provider-error.ts";
import { withoutKeys } from "../errors/without-keys.ts";
import type { Model } from "../model/model.ts";
import type { TerminalEvent } from "./event.ts";
import type { Reply } from "./reply.ts";
import { scaleCost, settleUsage } from "./usage.ts";

export interface Timing {
	readonly startedAt: number;
	readonly firstContentAt: number | undefined;
	readonly endedAt: number;
}

/** The final event of a completed answer. */
export function finishReply(reply: Reply, model: Model, timing: Timing): TerminalEvent {
	reply.closeAll();
	const { message } = reply;
	const stop = reply.stop ?? { reason: "stop" as const };
	const callsTools = message.content.some((block) => block.type === "toolCall");
	message.stopReason = stop.reason === "stop" && callsTools ? "toolUse" : stop.reason;
	if (stop.details) message.stopDetails = stop.details;
	stamp(reply, model, timing);
	if (message.stopReason === "error" || message.stopReason === "aborted") {
		message.errorMessage ??= stop.details?.message ?? `The model stopped: ${stop.details?.type ?? "unknown reason"}`;
		return { type: "error", reason: message.stopReason, error: message };
	}
	return { type: "done", reason: message.stopReason, message };
}

/** The final event of a failed or aborted answer; content so far stays, unfinished tool calls are dropped. */
export function failReply(
	reply: Reply,
	error: unknown,
	model: Model,
	timing: Timing,
	options: { aborted: boolean; keys?: readonly string[] },
): TerminalEvent {
	reply.dropOpenToolCalls();
	reply.closeAll();
	const { message } = reply;
	message.stopReason = options.aborted ? "aborted" : "error";
	message.errorMessage = options.aborted ? "Request was aborted" : withoutKeys(describe(error), options.keys ?? []);
	if (!options.aborted && error instanceof ProviderError) {
		if (error.status !== undefined) message.errorStatus = error.status;
		const errorId = encodeErrorId(error);
		if (errorId !== undefined) message.errorId = errorId;
	}
	stamp(reply, model, timing);
	return { type: "error", reason: message.stopReason, error: message };
}

function describe(error: unknown): string {
	if (!(error instanceof ProviderError)) return errorMessage(error);
	if (error.retryAfterMs === undefined) return error.message;
	const [first = "", ...rest] = error.message.split("\n");
	return [`${first} retry-after-ms=${error.retryAfterMs}`, ...rest].join("\n");
}

function stamp(reply: Reply, model: Model, timing: Timing): void {
	const { message } = reply;
	if (!reply.isPriced) settleUsage(message.usage, model.cost, reply.priceFactor);
	if (reply.chargedUsd !== undefined) scaleCost(message.usage, reply.chargedUsd);
	message.duration = timing.endedAt - timing.startedAt;
	if (timing.firstContentAt !== undefined) message.ttft = timing.firstContentAt - timing.startedAt;
}
