import { statSync } from "node:fs";
import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { isTerminal } from "@oh-my-pi/pi-ai/reply/event";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Hook } from "../../../../conversation/hooks/hook.ts";
import { hookOrder } from "../../../../conversation/hooks/hook-order.ts";
import { estimateRequest } from "./estimate-request.ts";
import type { GateClient } from "./gate-client.ts";

export interface GatePorts {
	readonly client: GateClient;
	readonly now: () => number;
	readonly newId: () => string;
	/** Of the task's own conversation; absent for those of sub-agents. */
	readonly log?: () => { readonly file: string | undefined };
}

const longestWaitMs = 5000;
/** Where a provider does not say. */
const usualBlockMs = 15_000;

/** Asks the worker before the calls of a reply, and tells it when a turn has ended. */
export function gateHook({ client, log }: Pick<GatePorts, "client" | "log">): Hook {
	return {
		name: "fleet",
		order: hookOrder.sandbox,
		async onToolCallReceived(_call, signal) {
			const { refuse } = await client.ask("calls", {}, signal);
			return refuse === undefined ? undefined : { refuse };
		},
		...(log && {
			async afterTurn() {
				const { file } = log();
				const bytes = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
				if (file !== undefined && bytes !== undefined) await client.ask("turn", { file, bytes });
			},
		}),
	};
}

/** Asks the worker before each request to a model. When it is gone, everything is refused: nobody would ship it. */
export function gatedStream(stream: StreamFn, ports: Omit<GatePorts, "log">): StreamFn {
	return (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		run(stream, ports, { model, context, options }, events).catch((error) => events.fail(error));
		return events;
	};
}

interface GatedRequest {
	readonly model: Model;
	readonly context: Context;
	readonly options: StreamOptions;
}

async function run(
	stream: StreamFn,
	ports: Omit<GatePorts, "log">,
	{ model, context, options }: GatedRequest,
	events: AssistantMessageEventStream,
): Promise<void> {
	const { client, now, newId } = ports;
	const key = newId();
	const account = model.provider;
	const refusal = await admitted(client, { key, account, ...estimateRequest(model, context, options) }, options.signal);
	if (refusal !== undefined) {
		const reply = refused(new Reply(model, now(), () => {}).message, refusal, options.signal?.aborted ?? false);
		events.push({ type: "start", partial: reply });
		events.push({ type: "error", reason: reply.stopReason === "aborted" ? "aborted" : "error", error: reply });
		return;
	}
	let blockedMs: number | undefined;
	const { onResponse } = options;
	const inner = stream(model, context, {
		...options,
		onResponse(response) {
			if (response.status === 429 || response.status === 529) blockedMs = parseBlock(response.headers, now());
			return onResponse?.(response);
		},
	});
	for await (const event of inner) {
		if (isTerminal(event)) {
			const { usage } = event.type === "done" ? event.message : event.error;
			const spent = { tokens: usage.totalTokens, usd: usage.cost.total };
			const reported = client.ask("report", { key, account, ...spent, ...(blockedMs !== undefined && { blockedMs }) });
			// The worker counts what the request took before it hears of the end of the turn.
			await reported.catch(() => {});
		}
		events.push(event);
	}
	events.end();
}

/** Waits for its turn; `undefined` once it may be sent, otherwise why not. */
async function admitted(
	client: GateClient,
	ask: Parameters<GateClient["ask"]>[1] & { key: string; account: string; tokens: number; usd: number },
	signal: AbortSignal | undefined,
): Promise<string | undefined> {
	for (;;) {
		try {
			const answer = await client.ask("admit", ask, signal);
			if (answer.kind === "go") return undefined;
			if (answer.kind === "refused") return answer.message;
			await sleep(Math.min(answer.ms, longestWaitMs), { signal });
		} catch (error) {
			return `The worker of this task does not answer: ${errorMessage(error)}`;
		}
	}
}

/** Not tried again: the worker has said no. */
function refused(reply: AssistantMessage, message: string, isAborted: boolean): AssistantMessage {
	reply.stopReason = isAborted ? "aborted" : "error";
	reply.errorMessage = isAborted ? "Request was aborted" : message;
	reply.errorId = errorBits.marker | errorBits.budget;
	return reply;
}

/** How long a provider wants to be left alone: seconds, or a date. */
function parseBlock(headers: Headers, now: number): number {
	const text = headers.get("retry-after")?.trim() ?? "";
	const seconds = Number(text);
	if (text !== "" && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const at = Date.parse(text);
	return Number.isNaN(at) ? usualBlockMs : Math.max(0, at - now);
}
