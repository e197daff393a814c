import type { sleep } from "@oh-my-pi/pi-utils/abort";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { trustingFetch } from "@oh-my-pi/pi-utils/net/trusting-fetch";
import { localCloudWorld } from "../cloud/cloud-world.ts";
import { type CloudCredentials, cloudCredentials } from "../cloud/credentials/cloud-credentials.ts";
import { withToolFormat } from "../dialects/tool-format.ts";
import { collectKeys } from "../errors/without-keys.ts";
import type { Fetch } from "../fetch.ts";
import { replyGuards } from "../guards/reply-guards.ts";
import { checkSilentOverflow } from "../guards/silent-overflow.ts";
import { type Connect, tcpConnect } from "../http/connection-check.ts";
import type { Context } from "../message.ts";
import type { Model } from "../model/model.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { loadProtocol, type ProtocolLoaders } from "../protocols/protocols.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import { failReply, finishReply, type Timing } from "../reply/finish-reply.ts";
import { Reply } from "../reply/reply.ts";
import type { InFlightLimit } from "../transport/in-flight.ts";
import type { KeepBadRequest } from "../transport/receive.ts";
import { receiveWithRetries } from "./receive-with-retries.ts";

export type StreamFn = (model: Model, context: Context, options?: StreamOptions) => AssistantMessageEventStream;

export interface StreamPorts {
	readonly host: Pick<Host, "now" | "env"> & Partial<Pick<Host, "home">>;
	readonly protocols: ProtocolLoaders;
	readonly fetch?: Fetch;
	/** Tries a connection while a request gets no answer; by default only with the real `fetch`. */
	readonly connect?: Connect;
	readonly sleep?: typeof sleep;
	/** Default: found on this machine. */
	readonly cloud?: CloudCredentials;
	/** Limits concurrent requests. */
	readonly inFlight?: InFlightLimit;
	/** Saves a request that was rejected as malformed; its path is added to the error. */
	readonly keepBadRequest?: KeepBadRequest;
}

type Ports = StreamPorts & { readonly fetch: Fetch; readonly cloud: CloudCredentials };

/** Creates the function that sends a request and streams the answer. It never throws: a failure is the final event. */
export function createStream(basePorts: StreamPorts): StreamFn {
	const send = basePorts.fetch ?? trustingFetch(fetch, basePorts.host.env);
	const cloud = basePorts.cloud ?? cloudCredentials(localCloudWorld(basePorts.host, send));
	const connect = basePorts.connect ?? (basePorts.fetch ? undefined : tcpConnect);
	const ports: Ports = { ...basePorts, fetch: send, cloud, ...(connect && { connect }) };
	return (model, context, options = {}) => {
		const events = new AssistantMessageEventStream();
		answer(ports, model, context, options, events).catch((error) => events.fail(error));
		return events;
	};
}

async function answer(
	ports: Ports,
	model: Model,
	context: Context,
	options: StreamOptions,
	events: AssistantMessageEventStream,
): Promise<void> {
	const { now } = ports.host;
	const startedAt = now();
	let firstContentAt: number | undefined;
	const newReply = (interleaved = false): Reply => {
		const guards = replyGuards(model, ports.host.env, options);
		const reply = new Reply(
			model,
			startedAt,
			(event) => {
				if (firstContentAt === undefined) {
					firstContentAt = now();
					events.push({ type: "start", partial: reply.message });
				}
				guards.repair(event);
				events.push(event);
				guards.watch(event);
			},
			{ interleaved, limits: options.limits },
		);
		return reply;
	};
	const timing = (): Timing => ({ startedAt, firstContentAt, endedAt: now() });

	let reply = newReply();
	let keys: readonly string[] = [];
	try {
		const native = await loadProtocol(ports.protocols, model);
		// A gateway knows the model behind it.
		const isRemote = native.api === "pi-native";
		const protocol = isRemote ? native : await withToolFormat(native, model, options.toolFormat);
		using _place = await ports.inFlight?.(model.provider, options.signal);
		const memory = options.providerSessionState ?? new Map();
		const resolve = async () => {
			const call = await resolveCall(ports, model, context, options, memory);
			keys = collectKeys(call.apiKey, model.headers, options.headers);
			return call;
		};
		reply = await receiveWithRetries({ ...ports, now }, protocol, options, resolve, ({ interleaved }) => {
			reply = newReply(interleaved);
			return reply;
		});
		checkSilentOverflow(reply, model);
		const final = finishReply(reply, model, timing());
		if (firstContentAt === undefined) events.push({ type: "start", partial: reply.message });
		events.push(final);
	} catch (error) {
		const final = failReply(reply, error, model, timing(), { aborted: options.signal?.aborted ?? false, keys });
		if (firstContentAt === undefined) events.push({ type: "start", partial: reply.message });
		events.push(final);
	}
}

async function resolveCall(
	ports: Ports,
	model: Model,
	context: Context,
	options: StreamOptions,
	memory: Map<string, unknown>,
): Promise<ModelCall> {
	const apiKey = typeof options.apiKey === "function" ? await options.apiKey() : options.apiKey;
	const maxTokens = options.maxTokens === undefined ? {} : { maxTokens: Math.min(options.maxTokens, model.maxTokens) };
	return {
		model,
		context,
		options: { ...options, ...maxTokens },
		apiKey,
		env: ports.host.env,
		now: ports.host.now(),
		memory,
	};
}
