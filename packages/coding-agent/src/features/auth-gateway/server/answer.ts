import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { type AssistantMessageEvent, isTerminal } from "@oh-my-pi/pi-ai/reply/event";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { EventStream } from "../../../http-service/event-stream.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call } from "../../../http-service/route.ts";
import { describeFailure } from "../formats/failure.ts";
import { type Failure, type FailureKind, type Format, RequestError } from "../formats/format.ts";
import { record } from "../formats/read-fields.ts";
import type { GatewayClient } from "./clients.ts";
import type { GatewayModels } from "./find-model.ts";
import type { Upstream } from "./upstream.ts";

export interface AnswerPorts {
	readonly models: GatewayModels;
	readonly upstream: Upstream;
	readonly client: (name: string | undefined) => GatewayClient;
	readonly now: () => number;
	readonly newId: () => string;
	/** An answer broke off for a reason that its client is not told. */
	readonly onError?: (error: unknown) => void;
}

/** Answers a request in the format of its endpoint, errors included. */
export async function answer(format: Format, call: Call, ports: AnswerPorts): Promise<Response> {
	try {
		return await answerRequest(format, call, ports);
	} catch (error) {
		if (error instanceof RequestError) return failed(format, error.failure);
		throw error;
	}
}

async function answerRequest(format: Format, call: Call, ports: AnswerPorts): Promise<Response> {
	const { now, newId } = ports;
	const body = record(await call.json(), "body");
	const id = format.modelId(body);
	const model = await ports.models.find(id);
	if (!model) throw new RequestError(`Unknown model: ${id}`, { status: 404, kind: "not_found_error" });
	const client = ports.client(call.client);
	const request = format.decode(body, { model, now: now(), client: client.name });
	const reply = { id: newId().replaceAll("-", ""), createdAt: now(), client: client.name };
	const left = new AbortController();
	const signal = AbortSignal.any([call.signal, left.signal]);
	const events = ports.upstream(client)(model, request.context, { ...request.options, signal });
	if (!request.isStreamed) {
		const message = await events.result();
		if (isFailure(message)) return failed(format, describeFailure(message));
		return jsonResponse(format.whole(message, body, reply, request));
	}
	// The status of the answer is known with its first content.
	const iterator = events[Symbol.asyncIterator]();
	const first = await firstEvents(iterator);
	const last = first.at(-1);
	if (last?.type === "error" && !format.streamsFailures) return failed(format, describeFailure(last.error));
	const stream = call.events({ keepAliveMs: 15_000 });
	stream.signal.addEventListener("abort", () => left.abort(), { once: true });
	const encoder = format.encoder(body, request, reply);
	const send = (event: AssistantMessageEvent) => {
		for (const sent of encoder.encode(event)) stream.send(sent);
	};
	void pass(first, iterator, send, stream)
		.catch((error: unknown) => {
			ports.onError?.(error);
			send(brokenReply(model, now()));
		})
		.catch((error: unknown) => ports.onError?.(error))
		.finally(() => stream.close());
	return stream.response;
}

type Events = AsyncIterator<AssistantMessageEvent>;

/** Up to the first event that has content, or the final one. */
async function firstEvents(iterator: Events): Promise<AssistantMessageEvent[]> {
	const first: AssistantMessageEvent[] = [];
	for (;;) {
		const { done, value } = await iterator.next();
		if (done) return first;
		first.push(value);
		if (value.type !== "start") return first;
	}
}

/** A client that reads slowly slows this down, and one that reads nothing is dropped. */
async function pass(
	first: readonly AssistantMessageEvent[],
	rest: Events,
	send: (event: AssistantMessageEvent) => void,
	stream: Pick<EventStream, "ready">,
): Promise<void> {
	first.forEach(send);
	if (first.some(isTerminal)) return;
	for (;;) {
		await stream.ready();
		const { done, value } = await rest.next();
		if (done) return;
		send(value);
	}
}

/** A client that is not told would wait, or take what it has for all. */
function brokenReply(model: Model, now: number): AssistantMessageEvent {
	const { message } = new Reply(model, now, () => {});
	message.stopReason = "error";
	message.errorMessage = "The gateway could not finish the answer";
	return { type: "error", reason: "error", error: message };
}

function isFailure({ stopReason }: AssistantMessage): boolean {
	return stopReason === "error" || stopReason === "aborted";
}

function failed(format: Format, failure: Failure): Response {
	const { status, retryAfterMs } = failure;
	return jsonResponse(format.errorBody(failure), {
		status,
		headers: {
			...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
			// Official clients would ask again, with the same result.
			...(status === 402 && { "x-should-retry": "false" }),
		},
	});
}

/** Errors of the service itself, such as a wrong token, in the format of the endpoint. */
export function serviceErrorBody(format: Format): (status: number, message: string) => unknown {
	return (status, message) => format.errorBody({ status, kind: findKind(status), message });
}

function findKind(status: number): FailureKind {
	switch (status) {
		case 401:
		case 403:
			return "authentication_error";
		case 404:
		case 405:
			return "not_found_error";
		case 413:
			return "request_too_large";
		case 503:
			return "overloaded_error";
		default:
			return status >= 500 ? "api_error" : "invalid_request_error";
	}
}
