import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { type AssistantMessageEvent, isTerminal } from "@oh-my-pi/pi-ai/reply/event";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { EventStream } from "../../../http-service/event-stream.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call } from "../../../http-service/route.ts";
import { describeFailure } from "../formats/failure.ts";
import { type Failure, type Format, RequestError } from "../formats/format.ts";
import { record } from "../formats/read-fields.ts";
import type { GatewayClient } from "./clients.ts";
import type { CountPrompt } from "./count-tokens.ts";
import type { GatewayModels } from "./find-model.ts";
import type { Upstream } from "./upstream.ts";

interface ReadPorts {
	readonly models: GatewayModels;
	readonly client: (name: string | undefined) => GatewayClient;
	readonly now: () => number;
}

export interface AnswerPorts extends ReadPorts {
	readonly upstream: Upstream;
	readonly newId: () => string;
	/** An answer broke off for a reason that its client is not told. */
	readonly onError?: (error: unknown) => void;
}

/** Answers a request in the format of its endpoint, errors included. */
export function answer(format: Format, call: Call, ports: AnswerPorts): Promise<Response> {
	return orRefusal(() => answerRequest(format, call, ports), format.errorBody);
}

/** Only says how many tokens the prompt has. */
export function answerCount(
	format: Format,
	call: Call,
	ports: ReadPorts & { readonly count: CountPrompt },
): Promise<Response> {
	return orRefusal(async () => {
		const { model, request } = await readRequest(format, call, ports);
		const options = { ...request.options, signal: call.signal };
		return jsonResponse({ input_tokens: await ports.count(model, request.context, options) });
	}, format.errorBody);
}

/** What is wrong with a request, in the form of its format. */
export async function orRefusal(
	run: () => Response | Promise<Response>,
	errorBody: (failure: Failure) => unknown,
): Promise<Response> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof RequestError) return failed({ errorBody }, error.failure);
		throw error;
	}
}

export function unknownModel(id: string): RequestError {
	return new RequestError(`Unknown model: ${id}`, { status: 404, kind: "not_found_error" });
}

async function readRequest(format: Format, call: Call, ports: ReadPorts) {
	const body = record(await call.json(), "body");
	const id = format.modelId(body);
	const model = await ports.models.find(id);
	if (!model) throw unknownModel(id);
	const client = ports.client(call.client);
	const request = format.decode(body, { model, now: ports.now(), client: client.name });
	return { body, model, client, request };
}

async function answerRequest(format: Format, call: Call, ports: AnswerPorts): Promise<Response> {
	const { now, newId } = ports;
	const { body, model, client, request } = await readRequest(format, call, ports);
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

function failed({ errorBody }: Pick<Format, "errorBody">, failure: Failure): Response {
	const { status, retryAfterMs } = failure;
	return jsonResponse(errorBody(failure), {
		status,
		headers: {
			...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
			// Official clients would ask again, with the same result.
			...(status === 402 && { "x-should-retry": "false" }),
		},
	});
}
